import type { DesignMethod } from '../definition.ts';
import { checkNumeric, checkRuns, classical, place } from './classical.ts';
import { corners } from './full-factorial.ts';

export type CcdAlpha = 'orthogonal' | 'rotatable' | 'spherical' | 'uncorrelated';
export type CcdFace = 'circumscribed' | 'inscribed' | 'faced';

/**
 * Axial distance of a central composite design with a full 2^k cube, in units of the cube's half edge.
 *
 * - orthogonal: blocks cube and axial, `centers` centre runs in each, orthogonal: √(k(1 + c/2k)/(1 + c/2^k))
 * - rotatable: fourth moments as of a sphere: 2^(k/4)
 * - spherical: √k
 * - uncorrelated: squared columns uncorrelated: N = 2^k + 2k + centre runs, α² = (√(N·2^k) − 2^k)/2
 *
 * @param centers centre runs added to each of the two parts
 *
 * Source: Box and Hunter 1957; Myers, Montgomery and Anderson-Cook, Response Surface Methodology.
 */
export function axialDistance(factors: number, alpha: CcdAlpha, centers: number): number {
  const cube = 2 ** factors;
  const axial = 2 * factors;
  switch (alpha) {
    case 'orthogonal':
      return Math.sqrt((factors * (1 + centers / axial)) / (1 + centers / cube));
    case 'rotatable':
      return cube ** 0.25;
    case 'spherical':
      return Math.sqrt(factors);
    case 'uncorrelated':
      return Math.sqrt((Math.sqrt(cube * (cube + axial + 2 * centers)) - cube) / 2);
  }
}

/**
 * Central composite design in coded units: cube, centre runs, axial runs, centre runs.
 *
 * faced: axial runs on the faces, cube at ±1. circumscribed and inscribed both have the axial runs at ±1 and the cube
 * at ±1/α, since bounds are not left.
 *
 * @param centers centre runs after the cube and again after the axial runs
 */
export function centralComposite(
  factors: number,
  centers: number,
  alpha: CcdAlpha,
  face: CcdFace,
): number[][] {
  const distance = axialDistance(factors, alpha, centers);
  const farthest = face === 'faced' ? 1 : Math.max(1, distance);
  const axis = face === 'faced' ? 1 : distance / farthest;
  const middle = Array.from({ length: centers }, () => new Array<number>(factors).fill(0));
  const axial = Array.from({ length: 2 * factors }, (_, i) => {
    const row = new Array<number>(factors).fill(0);
    row[i >> 1] = i % 2 === 0 ? -axis : axis;
    return row;
  });
  return [...corners(factors).map((row) => row.map((x) => x / farthest)), ...middle, ...axial, ...middle];
}

/** The interface takes both and keeps the axial runs on the faces. */
const unusedAlpha = (alpha: CcdAlpha) =>
  `ccd: ccd_alpha '${alpha}' has no effect with ccd_face 'faced', whose axial distance is 1; leave ccd_alpha out, or set ccd_face to circumscribed`;

export const centralCompositeDesign: DesignMethod = {
  label: 'Central composite',
  purpose: 'Corners, axes and centre for a second-order model.',
  runs: '2^k + 2k, centres twice',
  needs: 'numeric, 2 or more',
  parameters: ['ccdAlpha', 'ccdFace', 'nCenter'],
  run: classical((space, { nCenter = 1, ccdAlpha: given, ccdFace = 'circumscribed' }) => {
    const ccdAlpha = given ?? 'orthogonal';
    checkNumeric('ccd', space, 2);
    const factors = space.dimensions.length;
    checkRuns('ccd', 2 ** factors);
    const points = place(space, centralComposite(factors, nCenter, ccdAlpha, ccdFace));
    return {
      points,
      info: {
        factorialRuns: 2 ** factors,
        axialRuns: 2 * factors,
        centerRuns: 2 * nCenter,
        totalRuns: points.length,
        alpha: ccdAlpha,
        face: ccdFace,
      },
      model: 'quadratic',
      ...(ccdFace === 'faced' && given !== undefined && { warnings: [unusedAlpha(given)] }),
    };
  }),
};
