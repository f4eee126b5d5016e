import { runCost, switchCosts } from '../../cost/run-cost.ts';
import { leastSwitchingOrder } from '../../cost/run-order.ts';
import { InfeasibleRegionError, ValueError } from '../../errors.ts';
import { counted } from '../../words.ts';
import type { CostTask } from './task.ts';

/** Not even one more run can be paid. */
export class BudgetError extends InfeasibleRegionError {
  /** Of the cheapest run that was found. */
  readonly cheapest: number;

  constructor(message: string, cheapest: number) {
    super(message);
    this.cheapest = cheapest;
  }
}

/** Power of the cost while budget is left. At 1 a search stays too long with cheap, uninformative runs. */
const FULL_EXPONENT = 0.6;

/**
 * Exponent α of the cost in gain/cost^α: as given, or full until half of the budget is spent and then falling to 0, so that the last of the
 * budget goes where the gain is.
 *
 * @throws ValueError a given exponent is not from 0 to 1
 */
export function exponentOf(cost: CostTask): number {
  const { budget, exponent } = cost;
  if (exponent !== undefined) {
    if (exponent >= 0 && exponent <= 1) return exponent;
    throw new ValueError(`suggest: the exponent of the cost must be from 0 to 1, got ${exponent}`);
  }
  if (budget === undefined || budget.total <= 0) return FULL_EXPONENT;
  return FULL_EXPONENT * Math.min(1, Math.max(0, (2 * budget.remaining) / budget.total));
}

/** Share of a price that may be rounding: prices are sums of decimal numbers. */
const ROUNDING = 1e-12;

/** Whether a price can be paid from what is left, rounding aside. */
export const isPayable = (price: number, left: number): boolean => price * (1 - ROUNDING) <= left;

/** What is left once a price is paid; nothing where only rounding is left. */
export function remainingAfter(left: number, price: number): number {
  const difference = left - price;
  return Math.abs(difference) <= ROUNDING * price ? 0 : difference;
}

const round = (value: number) => Number(value.toPrecision(4));

/**
 * Error for a budget too small for any run, with amounts in the units of the cost model.
 *
 * @param isFixed whether values are held or observed
 */
export function notAffordable(
  cheapest: number,
  left: number,
  units: string | undefined,
  isFixed: boolean,
): BudgetError {
  const amount = (value: number): string => `${round(value)}${units === undefined ? '' : ` ${units}`}`;
  const budget =
    left < 0 ? `the budget is exceeded by ${amount(-left)}` : `${amount(left)} of the budget remains`;
  const wayOut = isFixed ? 'raise the budget or change the held or observed values' : 'raise the budget';
  return new BudgetError(
    `suggest: the cheapest run found costs ${amount(cheapest)}, and ${budget}; ${wayOut}`,
    cheapest,
  );
}

/** Warning where a batch has fewer runs than were asked for. */
export const fewerFit = (fit: number, asked: number, cheapest: number, left: number): string =>
  `${fit} of ${counted(asked, 'run')} ${fit === 1 ? 'fits' : 'fit'} the budget; the next run would cost ${round(cheapest)}, and ${round(left)} remains`;

/** Indices of the points, each a row [d], in the order with the lowest total cost of changes. */
export function cheapestOrder(cost: CostTask, points: readonly Float64Array[]): number[] {
  const { first, between } = switchCosts(cost.model, cost.from ?? null, points);
  return leastSwitchingOrder(first, between);
}

/** Runs of a batch in the order that pays the least for changes, what is left after them, and the settings that they end with. */
export interface Path {
  readonly points: readonly Float64Array[];
  readonly left: number;
}

/**
 * The cheapest path through the points, each a row [d].
 *
 * @param left budget that remains after the order in which the points were chosen
 * @returns undefined unless the path leaves more of the budget
 */
export function cheaperPath(cost: CostTask, chosen: readonly Float64Array[], left: number): Path | undefined {
  const points = cheapestOrder(cost, chosen).map((i) => chosen[i] as Float64Array);
  const spent = pathCosts(cost, points).reduce((a, b) => a + b, 0);
  const saved = (cost.budget?.remaining ?? Number.POSITIVE_INFINITY) - spent;
  return saved > left ? { points, left: saved } : undefined;
}

/** Cost [points] of each point [d] after the one before it, the first one after the settings `from`. */
export function pathCosts(cost: CostTask, points: readonly Float64Array[]): Float64Array {
  return Float64Array.from(points, (point, i) => {
    const from = i === 0 ? (cost.from ?? null) : points[i - 1];
    return runCost(cost.model, from, point).total;
  });
}
