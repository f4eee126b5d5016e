import type { Import, ImportPatch, Variable } from '../../api/types.ts';
import { parseNumber, writeNumber } from '../../text/numbers.ts';
import { DeferredInput } from './import-columns.tsx';
import { isAbsent } from './import-words.ts';

interface Props {
  state: Import;
  variables: readonly Variable[];
  onPatch: (patch: ImportPatch) => void;
}

/** The value that a variable has in every row. */
function ConstantField({ variable, state, onPatch }: Omit<Props, 'variables'> & { variable: Variable }) {
  const { name, type, categories, unit } = variable;
  const value = Object.hasOwn(state.constants, name) ? state.constants[name] : undefined;
  const set = (to: number | string | null): void => onPatch({ constants: { [name]: to } });
  const label = unit ? `${name} / ${unit}` : name;
  if (type === 'categorical')
    return (
      <label className="field narrow">
        <span>{label}</span>
        <select value={value ?? ''} onChange={({ target }) => set(target.value || null)}>
          <option value="">…</option>
          {(categories ?? []).map((category) => (
            <option key={category} value={category}>
              {category}
            </option>
          ))}
        </select>
      </label>
    );
  return (
    <div className="field narrow">
      <span>{label}</span>
      <DeferredInput
        label={`${label} in every row`}
        value={typeof value === 'number' ? writeNumber(value) : ''}
        onChange={(text) => {
          const number = parseNumber(text);
          if (number !== undefined || text.trim() === '') set(number ?? null);
        }}
      />
    </div>
  );
}

/** Variables of the session that no column holds: each can have one value in all rows. */
export function ImportConstants({ state, variables, onPatch }: Props) {
  const absent = variables.filter(
    ({ name }) => isAbsent(state, name) || Object.hasOwn(state.constants, name),
  );
  if (absent.length === 0) return null;
  return (
    <section aria-label="Variables without a column">
      <h3>The same value in every row</h3>
      <div className="fields">
        {absent.map((variable) => (
          <ConstantField key={variable.name} variable={variable} state={state} onPatch={onPatch} />
        ))}
      </div>
    </section>
  );
}
