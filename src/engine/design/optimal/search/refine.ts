import { isLattice } from '../../../space/encode.ts';
import { isFeasible } from '../region/coded-region.ts';
import { inverseInformation } from './inverse-information.ts';
import { type Direction, type ModelAndRegion, moveAlong, rowForms } from './line-move.ts';
import type { DesignProblem, FoundDesign } from './problem.ts';

/** A pass that gains less than this (relative for traces, absolute for log det) is the last. */
const ENOUGH = 1e-9;

/**
 * Moves real coordinates without a step off the lattice, row by row and line by line, as long as the criterion grows.
 *
 * Lines are the axes of the real dimensions and, for every constraint, the directions within its plane that change two of
 * them; they keep all equalities. Along a line the model row is f + t·l + t²·e (at most two factors of a column move), so
 * all steps t share a few small forms, as in `compute/ts/exchange-forms.ts`.
 *
 * @param passes most passes over the design
 * @returns a design at least as good, or the one given
 */
export function refineContinuously(problem: DesignProblem, design: FoundDesign, passes: number): FoundDesign {
  const directions = directionsOf(problem);
  if (directions.length === 0 || problem.runs === 0) return design;
  const d = problem.model.dimensions.length;
  const rows = design.rows.slice();
  let state = inverseInformation(problem, rows);
  if (state === undefined) return design;
  for (let pass = 0; pass < passes; pass++) {
    let gained = 0;
    for (let i = 0; i < problem.runs; i++) {
      const run = rows.subarray(i * d, (i + 1) * d);
      let row = rowForms(problem, state, run);
      for (const direction of directions) {
        const gain = moveAlong(problem, state, run, row, direction);
        if (gain === 0) continue;
        gained += gain;
        row = rowForms(problem, state, run);
      }
    }
    const fresh = inverseInformation(problem, rows);
    if (fresh === undefined) return design;
    state = fresh;
    if (gained < ENOUGH) break;
  }
  return state.value > design.value ? { rows, value: state.value } : design;
}

/** Axes of the real dimensions, and directions of two of them within the plane of each constraint. */
export function directionsOf(problem: ModelAndRegion): Direction[] {
  const { region, model } = problem;
  const d = model.dimensions.length;
  const real = model.dimensions.flatMap((dimension, j) => (isLattice(dimension) ? [] : [j]));
  const steps = real.map((j) => axis(d, j, 1));
  const planes = [
    { normals: region.normals, count: region.limits.length },
    { normals: region.equalityNormals, count: region.equalityLimits.length },
  ];
  for (const { normals, count } of planes) {
    for (let k = 0; k < count; k++) {
      for (const [a, j] of real.entries()) {
        for (const q of real.slice(a + 1)) {
          const [nj, nq] = [normals[k * d + j], normals[k * d + q]];
          if (nj === 0 || nq === 0) continue;
          const step = axis(d, j, nq / Math.hypot(nj, nq));
          step[q] = -nj / Math.hypot(nj, nq);
          steps.push(step);
        }
      }
    }
  }
  return steps
    .filter((step) => keepsEqualities(problem, step))
    .map((step) => ({ step, columns: changedColumns(problem, step) }))
    .filter(({ columns }) => columns.length > 0);
}

function axis(d: number, j: number, length: number): Float64Array {
  const step = new Float64Array(d);
  step[j] = length;
  return step;
}

function keepsEqualities({ region }: ModelAndRegion, step: Float64Array): boolean {
  const d = step.length;
  return region.equalityLimits.every((_, k) => {
    let sum = 0;
    for (let j = 0; j < d; j++) sum += region.equalityNormals[k * d + j] * step[j];
    return Math.abs(sum) < 1e-12;
  });
}

function changedColumns(problem: ModelAndRegion, step: Float64Array): number[] {
  return problem.model.columns.flatMap(({ pieces }, c) =>
    pieces.some((piece) => step[piece.dimension] !== 0) ? [c] : [],
  );
}

/**
 * Puts real coordinates on the nearest multiple of `grain` where that keeps the row feasible: short numbers for the
 * bench. A design that loses more than `loss` of its value stays as it is.
 */
export function roundRows(
  problem: DesignProblem,
  design: FoundDesign,
  grain: number,
  loss: number,
): FoundDesign {
  const d = problem.model.dimensions.length;
  const rows = design.rows.slice();
  for (let at = 0; at < rows.length; at += d) {
    const row = rows.slice(at, at + d);
    problem.model.dimensions.forEach((dimension, j) => {
      if (!isLattice(dimension)) row[j] = Math.round(row[j] / grain) * grain;
    });
    if (isFeasible(problem.region, row, 0, d)) rows.set(row, at);
  }
  const value = inverseInformation(problem, rows)?.value ?? Number.NaN;
  return design.value - value <= loss * Math.max(1, Math.abs(design.value)) ? { rows, value } : design;
}
