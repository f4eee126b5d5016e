import type { SuccessData } from '../../engine/gp/success.ts';
import { encodeRows } from '../../engine/space/encode.ts';
import type { Space } from '../../engine/space/space.ts';
import { detailOf } from './row-details.ts';
import type { State } from './state.ts';

/**
 * What failures teach: every run that gave a result, and every one that failed. Runs of which nothing was measured yet
 * say neither. Empty where no run failed.
 */
export function successesOf(state: State, space: Space): { successes?: SuccessData } {
  const { details, targets } = state;
  const told = state.rows.flatMap((row) => {
    const complete = space.dimensions.every(({ name }) => row[name] !== undefined && row[name] !== null);
    if (!complete) return [];
    if (detailOf(details, row)?.status === 'failed') return [{ row, success: 0 }];
    return targets.some((target) => typeof row[target] === 'number') ? [{ row, success: 1 }] : [];
  });
  if (told.every(({ success }) => success === 1)) return {};
  const rows = told.map(({ row }) => row);
  return {
    successes: {
      X: encodeRows(space, rows),
      n: rows.length,
      success: Uint8Array.from(told, ({ success }) => success),
    },
  };
}
