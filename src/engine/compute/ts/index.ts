import { ShapeError } from '../../errors.ts';
import type { ArrayOp } from '../array-op.ts';
import type { Backend, Program, Slot } from '../backend.ts';
import type { OpName } from '../ops.ts';
import { exchange } from './exchange.ts';
import { gpFactor } from './gp-factor.ts';
import { gpInformation } from './gp-information.ts';
import { gpJoint } from './gp-joint.ts';
import { gpLikelihood } from './gp-likelihood.ts';
import { gpPredict } from './gp-predict.ts';
import { leaveOut } from './leave-out.ts';
import { mcAcquisition } from './mc-acquisition.ts';
import { nearestRows } from './nearest-rows.ts';
import { binary, cholesky, covariance, matmul, reduce, solveTriangular, unary } from './tensor-ops.ts';
import { vecchiaLikelihood } from './vecchia-likelihood.ts';
import { vecchiaPredict } from './vecchia-predict.ts';

/** Every op; the compiler lists what is missing. */
const table: Readonly<Record<OpName, ArrayOp>> = {
  gp_likelihood: gpLikelihood,
  gp_factor: gpFactor,
  gp_predict: gpPredict,
  gp_joint: gpJoint,
  mc_acquisition: mcAcquisition,
  matmul,
  cholesky,
  solve_triangular: solveTriangular,
  covariance,
  unary,
  binary,
  reduce,
  exchange,
  gp_information: gpInformation,
  vecchia_likelihood: vecchiaLikelihood,
  vecchia_predict: vecchiaPredict,
  nearest_rows: nearestRows,
  leave_out: leaveOut,
};

/** Bytes that programs may plan with; the engine has no way to ask the machine. */
const ASSUMED_MEMORY = 2 ** 30;

interface TsSlot extends Slot {
  /** Undefined once freed. */
  values: Float64Array | undefined;
}

/**
 * The pure-TypeScript backend: slots wrap arrays of this process, ops are tuned loops.
 *
 * It is what machines without a compiler get. What each op means is said in `engine/reference`, which judges it as it
 * judges the other backends.
 */
export function createTsBackend(): Backend {
  const values = (slot: Slot, who: string): Float64Array => {
    const held = (slot as TsSlot).values;
    if (!held) throw new ShapeError(`${who}: expected a slot of this backend that is not freed yet`);
    return held;
  };
  return {
    name: 'ts',
    memory: () => ASSUMED_MEMORY,
    alloc(length) {
      const slot: TsSlot = { length, values: new Float64Array(length) };
      return slot;
    },
    write(slot, from) {
      const into = values(slot, 'write');
      if (from.length > into.length) {
        throw new ShapeError(`write: expected at most ${into.length} numbers, got ${from.length}`);
      }
      into.set(from);
    },
    read(slot, into) {
      const from = values(slot, 'read');
      if (into.length > from.length) {
        throw new ShapeError(`read: expected at most ${from.length} numbers, got ${into.length}`);
      }
      into.set(into.length === from.length ? from : from.subarray(0, into.length));
    },
    view: (slot) => values(slot, 'view'),
    free(slot) {
      values(slot, 'free');
      (slot as TsSlot).values = undefined;
    },
    supports: () => true,
    run(program: Program) {
      for (const [index, step] of program.entries()) {
        const who = `step ${index} (${step.op})`;
        const inputs = step.inputs.map((slot) => values(slot, who));
        table[step.op](
          step.dims,
          inputs,
          step.outputs.map((slot) => values(slot, who)),
        );
      }
    },
  };
}
