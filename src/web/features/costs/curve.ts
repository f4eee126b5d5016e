import type { CostFunction } from '../../../contract/costs/cost.ts';

export type { CostFunction };
export type Kind = CostFunction['kind'];

export const kindWords: Readonly<Record<Kind, string>> = {
  linear: 'Straight line',
  quadratic: 'Quadratic',
  piecewise_linear: 'Through points',
  piecewise_step: 'Steps',
};

/**
 * Unit of a coefficient that multiplies a power of x, such as `EUR/°C²`; undefined where neither unit is known.
 *
 * @param cost unit of the cost
 * @param x unit of x
 */
export function coefficientUnit(
  power: 0 | 1 | 2,
  cost: string | null | undefined,
  x: string | null | undefined,
): string | undefined {
  if (power === 0 || !x) return cost || undefined;
  const plain = /^[\p{L}%°]+$/u.test(x) ? x : `(${x})`;
  return `${cost || '1'}/${plain}${power === 2 ? '²' : ''}`;
}

/** A record of the kind that is right for x from `low` to `high`, to start from. */
export function startingCurve(kind: Kind, low: number, high: number): CostFunction {
  const middle = (low + high) / 2;
  if (kind === 'linear') return { kind, proportional_term: 1, constant_term: 0 };
  if (kind === 'quadratic') return { kind, quadratic_term: 0, proportional_term: 1, constant_term: 0 };
  if (kind === 'piecewise_linear')
    return {
      kind,
      points: [
        [low, 0],
        [middle, 1],
        [high, 4],
      ],
    };
  return { kind, x_coords: [low, middle, high], y_coords: [1, 2] };
}

/** Corners of the drawing of a curve from `low` to `high`; a record with ends of its own is drawn between them. */
export function curveCorners(curve: CostFunction, low: number, high: number): [number, number][] {
  if (curve.kind === 'piecewise_linear') return curve.points.map(([x, y]) => [x as number, y as number]);
  if (curve.kind === 'piecewise_step')
    return curve.y_coords.flatMap((y, i): [number, number][] => [
      [curve.x_coords[i] as number, y],
      [curve.x_coords[i + 1] as number, y],
    ]);
  const a = curve.kind === 'quadratic' ? curve.quadratic_term : 0;
  return Array.from({ length: 61 }, (_, i) => {
    const x = low + ((high - low) * i) / 60;
    return [x, a * x * x + curve.proportional_term * x + curve.constant_term];
  });
}

/** What the rules of the records forbid, in words; undefined when nothing. */
export function curveProblem(curve: CostFunction): string | undefined {
  const xs =
    curve.kind === 'piecewise_linear'
      ? curve.points.map(([x]) => x as number)
      : curve.kind === 'piecewise_step'
        ? curve.x_coords
        : [];
  const falling = xs.findIndex((x, i) => i > 0 && x < (xs[i - 1] as number));
  if (falling > 0) return `x must increase: ${xs[falling]} comes after ${xs[falling - 1]}`;
  if (curve.kind === 'piecewise_linear' && curve.points.length < 2) return 'at least two points';
  if (curve.kind === 'piecewise_step' && curve.y_coords.length !== curve.x_coords.length - 1)
    return 'one value fewer than edges';
  return undefined;
}

/** Moves a corner to another place, keeping x in order. */
export function moveCorner(curve: CostFunction, index: number, x: number, y: number): CostFunction {
  const between = (xs: readonly number[]): number =>
    Math.min(
      xs[index + 1] ?? Number.POSITIVE_INFINITY,
      Math.max(xs[index - 1] ?? Number.NEGATIVE_INFINITY, x),
    );
  if (curve.kind === 'piecewise_linear') {
    const xs = curve.points.map(([value]) => value as number);
    return { ...curve, points: curve.points.map((point, i) => (i === index ? [between(xs), y] : point)) };
  }
  if (curve.kind === 'piecewise_step') {
    const place = Number.isNaN(x) ? (curve.x_coords[index] as number) : between(curve.x_coords);
    return {
      ...curve,
      x_coords: curve.x_coords.map((value, i) => (i === index ? place : value)),
      y_coords: curve.y_coords.map((value, i) =>
        i === Math.min(index, curve.y_coords.length - 1) ? y : value,
      ),
    };
  }
  return curve;
}
