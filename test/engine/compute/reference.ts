import type { Backend } from '../../../src/engine/compute/backend.ts';
import { createPlainBackend } from '../../../src/engine/compute/plain.ts';
import { readSizes } from '../../../src/engine/compute/step.ts';
import { exchangeValues } from '../../../src/engine/reference/designs.ts';
import { byDefinition } from '../../../src/engine/reference/ops.ts';
import { createTape } from '../../../src/engine/tensor/index.ts';
import { runOp } from './native-support.ts';
import type { OpCase } from './ops.cases.ts';

const plain = createPlainBackend();

/** The definitions on naive loops: what every backend is judged by. */
export const reference: Backend = byDefinition(plain, (step) => !plain.supports(step.op));

/** Numbers of a call at which a backend's answer is judged. */
export interface Expected {
  readonly outputs: readonly Float64Array[];
  /** Condition number of the matrix that the op factors or solves with, 1 for others. */
  readonly condition: number;
}

/** What the definition says of a row's op. */
export function expectedOf(row: OpCase): Expected {
  return {
    outputs: runOp(reference, row.op, row.dims, row.inputs, row.outputs),
    condition: Math.max(1, ...factorsOf(row).map(conditionOf)),
  };
}

/** Values that the definition of the criterion gives the designs of an `exchange` step. */
export function valuesOfDesigns(row: OpCase, designs: Float64Array): Float64Array {
  const tape = createTape(plain);
  try {
    return Float64Array.from(exchangeValues(tape, row.dims, row.inputs, designs));
  } finally {
    tape.free();
  }
}

/** Per chain of an `exchange` step the best value that another level in one entry of its design gives. */
export function bestNeighbours(row: OpCase, designs: Float64Array): Float64Array {
  const { n, d, rest } = readSizes('exchange', row.dims);
  const counts = Array.from({ length: d }, (_, j) => rest[4 * j + 2]);
  const first = (j: number) => counts.slice(0, j).reduce((sum, count) => sum + count, 0);
  const best = new Float64Array(row.outputs[0]).fill(Number.NEGATIVE_INFINITY);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < d; j++) {
      for (const level of row.inputs[0].slice(first(j), first(j) + counts[j])) {
        const moved = designs.map((value, at) => (at % (n * d) === i * d + j ? level : value));
        valuesOfDesigns(row, moved).forEach((value, chain) => {
          best[chain] = Math.max(best[chain], value);
        });
      }
    }
  }
  return best;
}

interface Factor {
  readonly L: Float64Array;
  readonly n: number;
}

/** The lower factors of the matrices that a row's op works with. */
function factorsOf({ op, dims, inputs }: OpCase): Factor[] {
  const split = (values: ArrayLike<number>, n: number): Factor[] =>
    Array.from({ length: values.length / (n * n) }, (_, b) => ({
      L: Float64Array.from({ length: n * n }, (__, at) => values[b * n * n + at]),
      n,
    }));
  const factored = (count: number, rest: readonly number[]): Factor[] => {
    const [batch, n, d, P] = dims;
    const at = [batch, n, d, P, ...rest];
    return split(
      runOp(reference, 'gp_factor', at, inputs.slice(0, 4), [count * n * n, count * n, count])[0],
      n,
    );
  };
  if (op === 'gp_likelihood') return factored(dims[0], dims.slice(5));
  if (op === 'gp_information' || op === 'gp_factor') return factored(dims[0], dims.slice(4));
  if (op === 'gp_predict') return split(inputs[2], dims[1]);
  if (op === 'gp_joint' || op === 'mc_acquisition') return split(inputs[2], dims[2]);
  if (op === 'solve_triangular') return split(inputs[0], dims[1]);
  if (op === 'leave_out') return split(inputs[0], dims[0]);
  return [];
}

/** (‖L‖·‖L⁻¹‖)² by Frobenius norms: at least the condition number of L·Lᵀ. */
function conditionOf({ L, n }: Factor): number {
  const eye = Float64Array.from({ length: n * n }, (_, at) => Number(at % (n + 1) === 0));
  const [inverse] = runOp(plain, 'solve_triangular', [1, n, n, 0], [L, eye], [n * n]);
  const square = (values: Float64Array) => values.reduce((sum, value) => sum + value * value, 0);
  return square(L) * square(inverse);
}
