import type { ResultBounds } from '../../../contract/objectives/objectives.ts';
import type { Bounds } from '../../../engine/gp/transforms/bounds.ts';
import { columnRange } from '../rows/column-range.ts';
import type { State } from '../state.ts';
import { show } from '../words.ts';
import { storedAim } from './objective-facts.ts';

/** Lower-case words of a name, of `yieldOfA` and `yield_of_A` too. */
const wordsOf = (text: string): string[] =>
  text
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u);

/** Per cent, by mass, moles or area too, and not per cent per hour. */
const isPercent = (text: string): boolean =>
  /%|\bper ?cent\b|\bpct\b/i.test(text.replaceAll('_', ' ')) &&
  !/(%|cent|pct)\s*(\/|·|per\b)/i.test(text.replaceAll('_', ' '));

/** A word of these in a name or unit: the quantity can be below 0 or above 100 %. */
const unboundedWords = new Set(
  (
    'increase decrease change gain growth difference delta deviation error bias recovery elongation strain swelling ' +
    'inhibition enhancement improvement reduction relative control activity viability potency rsd cv'
  ).split(' '),
);

/** Shares of a whole, which many write without a unit. */
const shareWords = new Set('yield yld conversion conv purity selectivity ee'.split(' '));
/** A word of these beside them: another kind of yield, or a unit within the name. */
const otherQuantityWords = new Set(
  (
    'space time strength stress point quantum biomass crop grain rate mg g kg t l ml mol mmol m s min h d day ha ' +
    'gram grams mass weight'
  ).split(' '),
);

/** Why results of an objective are taken to lie between 0 and 100, by what it is called; undefined where they are not. */
function percentBy(state: State, target: string, highest: number): string | undefined {
  const { label, unit } = state.objective_metadata[target] ?? {};
  const names = wordsOf([target, label, unit].join(' '));
  if (names.some((word) => unboundedWords.has(word)) || /[Δ∆]/.test(`${target}${label}${unit}`))
    return undefined;
  if (unit) return isPercent(unit) ? `its unit is ${show(unit)}` : undefined;
  const named = [target, label ?? ''].find(isPercent);
  if (named !== undefined) return `${show(named)} is in per cent`;
  const word = names.find((one) => shareWords.has(one));
  // Fractions of 1 would be bounded too high, which says nothing; yields in grams may be below 100.
  if (word === undefined || names.some((one) => otherQuantityWords.has(one)) || !(highest > 1))
    return undefined;
  return `it is called ${show(label ?? target)}`;
}

/** The target and the limits of an objective, where it has any. */
function wantedValues(state: State, target: string): number[] {
  const aim = storedAim(state, target)?.target;
  const limits = state.outcome_constraints.filter(({ objective_name }) => objective_name === target);
  return [...(aim === undefined ? [] : [aim]), ...limits.map(({ value }) => value)];
}

/**
 * Where the results of an objective can lie: as declared; else between 0 and 100, where its unit or its name says per cent and every recorded
 * result, target and limit does, and desirability is not constant there. Null where nothing is known.
 *
 * @param range least and largest result, of the recorded ones by default
 */
export function boundsIn(
  state: State,
  target: string,
  range = columnRange(state, target),
): ResultBounds | null {
  const declared = storedAim(state, target)?.bounds;
  if (declared) return { low: declared[0], high: declared[1], assumed: null };
  const known = [...(range ?? []), ...wantedValues(state, target)];
  if (!known.every((value) => value >= 0 && value <= 100)) return null;
  const wanted = storedAim(state, target)?.desirability;
  if (wanted !== undefined && (wanted.low >= 100 || wanted.high <= 0)) return null;
  const why = percentBy(state, target, range?.[1] ?? 0);
  return why === undefined ? null : { low: 0, high: 100, assumed: why };
}

/** The same for models; null where both ends are open. */
function engineBounds(state: State, target: string): Bounds | null {
  const { low, high } = boundsIn(state, target) ?? { low: null, high: null };
  if (low === null && high === null) return null;
  return { ...(low === null ? {} : { low }), ...(high === null ? {} : { high }) };
}

/** What a task of recorded rows says about the bounds of these objectives. */
export function outputBoundsOf(
  state: State,
  targets: readonly string[],
): { outputBounds?: (Bounds | null)[] } {
  const outputBounds = targets.map((target) => engineBounds(state, target));
  return outputBounds.some((bounds) => bounds !== null) ? { outputBounds } : {};
}

/** What an answer says about the bounds of these objectives, by name; those without an end have none. */
export function boundsAnswer(
  state: State,
  targets: readonly string[],
): { bounds?: Record<string, ResultBounds> } {
  const known = targets.flatMap((target) => {
    const bounds = boundsIn(state, target);
    return bounds && (bounds.low !== null || bounds.high !== null) ? [[target, bounds] as const] : [];
  });
  return known.length === 0 ? {} : { bounds: Object.fromEntries(known) };
}
