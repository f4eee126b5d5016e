import { banded, type Surface, type SurfaceAxis, shareOn, ticksOf } from './surface.ts';

/** A point as drawn: across, down, and how far it is from the viewer. */
export interface Corner {
  readonly x: number;
  readonly y: number;
  readonly depth: number;
}

/** A piece of a line of equal height across one face. */
interface LevelLine {
  /** Place in the list of levels. */
  readonly level: number;
  readonly from: Corner;
  readonly to: Corner;
}

export interface Face {
  readonly corners: readonly Corner[];
  /** Mean height of its corners, 0 to 1. */
  readonly height: number;
  readonly depth: number;
  readonly lines: readonly LevelLine[];
  /** Whether a run may have the settings of all its corners. */
  readonly feasible: boolean;
}

/** How a point of the box is drawn: `u` and `v` from −½ to ½ along x and y, height from 0 to 1. */
type Projection = (u: number, v: number, height: number) => Corner;

/**
 * The view from an angle.
 *
 * @param turn around the upright axis, degrees
 * @param tilt above the horizon, degrees
 * @returns coordinates from about −0.9 to 0.9, y downwards
 */
export function projection(turn: number, tilt: number): Projection {
  const [ct, st] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  const [cp, sp] = [Math.cos((tilt * Math.PI) / 180), Math.sin((tilt * Math.PI) / 180)];
  return (u, v, height) => {
    const h = (height - 0.5) * 0.7;
    const away = u * st + v * ct;
    return { x: u * ct - v * st, y: -(away * sp + h * cp), depth: away * cp - h * sp };
  };
}

const between = (a: Corner, b: Corner, share: number): Corner => ({
  x: a.x + share * (b.x - a.x),
  y: a.y + share * (b.y - a.y),
  depth: a.depth + share * (b.depth - a.depth),
});

/** Lines of equal height across one face, between the points where its edges cross the levels. */
function linesIn(
  corners: readonly Corner[],
  heights: readonly number[],
  levels: readonly number[],
): LevelLine[] {
  return levels.flatMap((wanted, level) => {
    const crossings = corners.flatMap((corner, i) => {
      const [a = 0, b = 0] = [heights[i], heights[(i + 1) % 4]];
      if (a < wanted === b < wanted) return [];
      return [between(corner, corners[(i + 1) % 4] as Corner, (wanted - a) / (b - a))];
    });
    const pairs = crossings.length === 4 ? [0, 2] : crossings.length === 2 ? [0] : [];
    return pairs.map((i) => ({ level, from: crossings[i] as Corner, to: crossings[i + 1] as Corner }));
  });
}

/** A surface to draw: heights from 0 to 1, rows over y, and where rows and columns lie on the floor (0 to 1). */
export interface Mesh {
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  readonly grid: readonly (readonly number[])[];
  /** Whether a run may be at each height. */
  readonly feasible: readonly (readonly boolean[])[];
  /** Whether a piece lies between two bands, where there is nothing. */
  readonly between: (piece: readonly [number, number, number, number]) => boolean;
}

/** Heights over two axes, each listed value a level band: between two categories there is no slope. */
export function meshOf(surface: Surface, heights: readonly (readonly number[])[]): Mesh {
  const bands = banded(surface, heights);
  const feasible = banded(surface, surface.feasible).grid;
  return { ...bands, feasible, xs: bands.xs.map(shareOn(surface.x)), ys: bands.ys.map(shareOn(surface.y)) };
}

/**
 * Faces of a surface seen from above, the far ones first.
 *
 * @param levels heights of lines
 */
export function facesOf(mesh: Mesh, project: Projection, levels: readonly number[] = []): Face[] {
  const { xs, ys, grid, feasible } = mesh;
  const heightAt = (r: number, c: number): number => grid[r]?.[c] ?? 0;
  const corner = (r: number, c: number): Corner =>
    project((xs[c] ?? 0) - 0.5, (ys[r] ?? 0) - 0.5, heightAt(r, c));
  const faces: Face[] = [];
  for (let r = 0; r + 1 < ys.length; r++)
    for (let c = 0; c + 1 < xs.length; c++) {
      if (mesh.between([c, r, c + 1, r + 1])) continue;
      const corners = [corner(r, c), corner(r, c + 1), corner(r + 1, c + 1), corner(r + 1, c)];
      const heights = [heightAt(r, c), heightAt(r, c + 1), heightAt(r + 1, c + 1), heightAt(r + 1, c)];
      faces.push({
        corners,
        height: heights.reduce((sum, value) => sum + value, 0) / 4,
        depth: corners.reduce((sum, one) => sum + one.depth, 0) / 4,
        lines: linesIn(corners, heights, levels),
        feasible: [r, r + 1].every((row) => feasible[row]?.[c] && feasible[row]?.[c + 1]),
      });
    }
  return faces.sort((a, b) => b.depth - a.depth);
}

const minDistance = 0.07;

/**
 * Position of the number of each level: on its nearest line, unless another number is there.
 *
 * @param spread how much farther apart texts stand than in the widest drawing, as shares of the floor
 */
export function levelLabels(faces: readonly Face[], spread = 1): { level: number; at: Corner }[] {
  const labels = new Map<number, Corner>();
  for (const { lines } of faces.toReversed()) {
    for (const { level, from, to } of lines) {
      const at = between(from, to, 0.5);
      const isFree = [...labels.values()].every(
        (one) => Math.hypot(one.x - at.x, one.y - at.y) > minDistance * spread,
      );
      if (!labels.has(level) && isFree) labels.set(level, at);
    }
  }
  return [...labels].map(([level, at]) => ({ level, at }));
}

/** A text beside an axis. */
interface AxisMark {
  readonly text: string;
  readonly at: Corner;
  readonly isName: boolean;
}

/** Texts of an axis that find room below each other. */
const maxTexts = 8;

/** Shares (0 to 1) of an axis at which there is a text. */
function sharesOf(axis: SurfaceAxis): { share: number; text: string }[] {
  const share = shareOn(axis);
  const ticks = ticksOf(axis, 4);
  const stride = Math.ceil(ticks.length / maxTexts);
  return ticks.filter((_, i) => i % stride === 0).map(({ place, text }) => ({ share: share(place), text }));
}

/** The floor below a surface, and the texts along the two edges of it that are nearest to the viewer. */
export function floorOf(x: SurfaceAxis, y: SurfaceAxis, project: Projection, spread = 1) {
  const ends = [-0.5, 0.5] as const;
  const nearest = ends
    .flatMap((u) => ends.map((v) => ({ u, v, depth: project(u, v, 0).depth })))
    .reduce((a, b) => (b.depth < a.depth ? b : a));
  const along = (axis: SurfaceAxis, place: (share: number, out: number) => Corner): AxisMark[] => {
    const ticks = sharesOf(axis);
    const longest = Math.max(0, ...ticks.map(({ text }) => text.length));
    return [
      ...ticks.map(({ share, text }) => ({ text, at: place(share - 0.5, 1 + 0.14 * spread), isName: false })),
      { text: axis.variable.name, at: place(0, 1 + (longest > 4 ? 0.7 : 0.42) * spread), isName: true },
    ];
  };
  return {
    corners: [project(-0.5, -0.5, 0), project(0.5, -0.5, 0), project(0.5, 0.5, 0), project(-0.5, 0.5, 0)],
    marks: [
      ...along(x, (share, out) => project(share, nearest.v * out, 0)),
      ...along(y, (share, out) => project(nearest.u * out, share, 0)),
    ],
  };
}
