import type { Variable } from '../../api/types.ts';
import { link } from '../../components/route.ts';
import { stepless } from './stepless.ts';

/** How to get settings that can be dialled in. */
export function StepHint({ id, shown }: { id: string; shown: readonly Variable[] }) {
  const words = stepless(shown);
  if (words === undefined) return null;
  return (
    <p className="hint">
      {words} no step, so settings may have more digits than you can set. Give the smallest difference that
      you can set under <a href={link(id, 'variables')}>Variables</a>.
    </p>
  );
}
