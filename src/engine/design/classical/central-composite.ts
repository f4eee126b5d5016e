import type { DesignMethod } from '../definition.ts';
import { blocking } from './blocks.ts';
import { checkNumeric, checkRuns, classical, place } from './classical.ts';
import { corners } from './full-factorial.ts';
import { fullFraction, lowFactors } from './regular-fraction.ts';

export type CcdAlpha = 'orthogonal' | 'rotatable' | 'spherical' | 'uncorrelated';
export type CcdFace = 'circumscribed' | 'inscribed' | 'faced';

/**
 * Axial distance of a central composite design with a full 2^k cube, in units of the cube's half edge.
 *
 * - orthogonal: blocks of the cube and of the axial runs, c centre runs in each, orthogonal: √(k(1 + c/2k)/(1 + bc/2^k))
 * - rotatable: fourth moments as of a sphere: 2^(k/4)
 * - spherical: √k
 * - uncorrelated: squared columns uncorrelated: N = 2^k + 2k + centre runs, α² = (√(N·2^k) − 2^k)/2
 *
 * @param centers c, centre runs added to each part
 * @param cubeBlocks b, parts of the cube
 *
 * Source: Box and Hunter 1957; Myers, Montgomery and Anderson-Cook, Response Surface Methodology.
 */
export function axialDistance(factors: number, alpha: CcdAlpha, centers: number, cubeBlocks = 1): number {
  const cube = 2 ** factors;
  const axial = 2 * factors;
  switch (alpha) {
    case 'orthogonal':
      return Math.sqrt((factors * (1 + centers / axial)) / (1 + (cubeBlocks * centers) / cube));
    case 'rotatable':
      return cube ** 0.25;
    case 'spherical':
      return Math.sqrt(factors);
    case 'uncorrelated':
      return Math.sqrt((Math.sqrt(cube * (cube + axial + (cubeBlocks + 1) * centers)) - cube) / 2);
  }
}

/**
 * Central composite design in coded units: cube, centre runs, axial runs, centre runs.
 *
 * faced: axial runs on the faces, cube at ±1. circumscribed and inscribed both have the axial runs at ±1 and the cube
 * at ±1/α, since bounds are not left.
 *
 * @param centers centre runs after each part
 * @param parts positions of the corners, by block of the cube
 */
export function centralComposite(
  factors: number,
  centers: number,
  alpha: CcdAlpha,
  face: CcdFace,
  parts: readonly (readonly number[])[] = [Array.from({ length: 2 ** factors }, (_, at) => at)],
): number[][] {
  const distance = axialDistance(factors, alpha, centers, parts.length);
  const farthest = face === 'faced' ? 1 : Math.max(1, distance);
  const axis = face === 'faced' ? 1 : distance / farthest;
  const middle = Array.from({ length: centers }, () => new Array<number>(factors).fill(0));
  const axial = Array.from({ length: 2 * factors }, (_, i) => {
    const row = new Array<number>(factors).fill(0);
    row[i >> 1] = i % 2 === 0 ? -axis : axis;
    return row;
  });
  const cube = corners(factors).map((row) => row.map((x) => x / farthest));
  return [...parts.flatMap((part) => [...part.map((at) => cube[at]), ...middle]), ...axial, ...middle];
}

/** Positions of the corners by block; the axial runs are one block more. */
function cubeParts(factors: number, nBlocks: number | undefined): number[][] | undefined {
  const count = (nBlocks ?? 2) - 1;
  if (count === 1) return undefined;
  const { blockOf } = blocking('ccd', fullFraction(factors), count, 2, 1);
  const parts = Array.from({ length: count }, (): number[] => []);
  for (let at = 0; at < 2 ** factors; at++) parts[blockOf(lowFactors(at, factors)) - 1].push(at);
  return parts;
}

/** Blocks that differ from each other change the squares unless the axial distance fits them. */
const correlatedBlocks = (how: string) =>
  `ccd: with ${how} the blocks are correlated with the squares; ccd_alpha 'orthogonal' and ccd_face 'circumscribed' keep them apart`;

export const centralCompositeDesign: DesignMethod = {
  label: 'Central composite',
  purpose: 'Corners, axes and centre for a second-order model.',
  runs: '2^k + 2k, centres in each block, by default twice',
  needs: 'numeric, 2 or more',
  parameters: ['ccdAlpha', 'ccdFace', 'nCenter', 'nBlocks'],
  idle: ({ ccdAlpha, ccdFace }) =>
    ccdFace === 'faced' && ccdAlpha !== undefined
      ? [
          `ccd_alpha '${ccdAlpha}' has no effect with ccd_face 'faced', whose axial distance is 1; leave ccd_alpha out, or set ccd_face to circumscribed`,
        ]
      : [],
  run: classical((space, options) => {
    const { nCenter = 1, ccdAlpha = 'orthogonal', ccdFace = 'circumscribed', nBlocks } = options;
    checkNumeric('ccd', space, 2);
    const factors = space.dimensions.length;
    checkRuns('ccd', 2 ** factors);
    const parts = cubeParts(factors, nBlocks);
    const points = place(space, centralComposite(factors, nCenter, ccdAlpha, ccdFace, parts));
    const sizes = [...(parts ?? [{ length: 2 ** factors }]), { length: 2 * factors }].map(
      ({ length }) => length + nCenter,
    );
    const isFaced = ccdFace === 'faced';
    return {
      points,
      ...(nBlocks !== undefined && {
        blocks: sizes.flatMap((size, at) => new Array<number>(size).fill(at + 1)),
      }),
      info: {
        factorialRuns: 2 ** factors,
        axialRuns: 2 * factors,
        centerRuns: sizes.length * nCenter,
        totalRuns: points.length,
        alpha: ccdAlpha,
        face: ccdFace,
        ...(nBlocks !== undefined && { blockRuns: sizes }),
      },
      model: 'quadratic',
      warnings: [
        ...(nBlocks !== undefined && (isFaced || ccdAlpha !== 'orthogonal')
          ? [correlatedBlocks(isFaced ? "ccd_face 'faced'" : `ccd_alpha '${ccdAlpha}'`)]
          : []),
      ],
    };
  }),
};
