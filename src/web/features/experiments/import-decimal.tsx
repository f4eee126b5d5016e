import type { Import, ImportPatch } from '../../api/types.ts';
import { writeNumber } from '../../text/numbers.ts';

/** Which of its two readings a number has, where nothing in the file tells its decimal sign. */
export function ImportDecimal({
  ambiguous,
  onPatch,
}: {
  ambiguous: Import['ambiguous_number'];
  onPatch: (patch: ImportPatch) => void;
}) {
  if (ambiguous === null) return null;
  const { text, point, comma } = ambiguous;
  return (
    <label className="field narrow">
      <span>“{text}” is</span>
      <select
        value=""
        aria-invalid
        onChange={({ target }) => onPatch({ settings: { decimal: target.value as '.' | ',' } })}
      >
        <option value="">decide…</option>
        <option value=".">{writeNumber(point)} (decimal point)</option>
        <option value=",">{writeNumber(comma)} (decimal comma)</option>
      </select>
    </label>
  );
}
