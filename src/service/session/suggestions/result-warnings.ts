import { countResults, hasResult } from '../rows/measured-rows.ts';
import { sideOf } from '../rows/row-details.ts';
import type { State } from '../state.ts';
import { show } from '../words.ts';

/** Objectives whose results say too little of the variables, in sentences. */
export const resultWarnings = (state: State): string[] => [...rareIn(state), ...sameIn(state)];

/** Objectives that were measured in too few runs for a model. */
function rareIn({ rows, targets }: State): string[] {
  return targets.flatMap((target) => {
    const measured = countResults(rows, target);
    if (measured >= 3 || rows.length < 3) return [];
    return [
      `objective '${target}' was measured in ${measured} of ${rows.length} runs; suggestions are spread over the space until three runs have a value`,
    ];
  });
}

/** Objectives whose results are all the same. */
function sameIn({ rows, targets, details }: State): string[] {
  return targets.flatMap((target) => {
    const results = rows
      .filter((row) => hasResult(row, target))
      .map((row) => ({ value: row[target], side: sideOf(details, row, target) }));
    const [first] = results;
    if (first === undefined || results.length < 3) return [];
    if (results.some(({ value, side }) => value !== first.value || side !== first.side)) return [];
    const are = first.side === undefined ? 'are' : `lie ${first.side}`;
    return [
      `objective '${target}': all ${results.length} results ${are} ${show(first.value)}, so the effect of the variables is unknown; its expected values and gains are guesses`,
    ];
  });
}
