import { ShapeError } from '../../errors.ts';
import { binaryCodes, functionOf, reduceCodes, unaryCodes } from '../elementwise-codes.ts';
import type { OpName } from '../ops.ts';
import type { InputsOf, SizesOf } from '../step.ts';
import type { Work } from './work.ts';

/** A step under way. */
interface Call<Op extends OpName> {
  readonly work: Work;
  readonly sizes: SizesOf<Op> & { readonly rest: Int32Array };
  /** An input as a tensor of a shape; throws ShapeError when it is too short. */
  input(name: keyof InputsOf<Op, unknown>, shape: readonly number[]): number;
  /** Numbers of an input. */
  lengthOf(name: keyof InputsOf<Op, unknown>): number;
}

/** Gives the outputs in their order. */
type TensorOp<Op extends OpName> = (call: Call<Op>) => readonly number[];

const matmul: TensorOp<'matmul'> = ({ work, sizes, input }) => {
  const { batch, m, k, n, transposeA, transposeB, strideA, strideB } = sizes;
  const operand = (name: 'A' | 'B', stride: number, rows: number, columns: number) => {
    if (stride !== 0 && stride !== rows * columns)
      throw new ShapeError(`matmul: expected a stride of 0 or ${rows * columns}, got ${stride}`);
    return input(name, [stride === 0 ? 1 : batch, rows, columns]);
  };
  const A = transposeA ? operand('A', strideA, k, m) : operand('A', strideA, m, k);
  const B = transposeB ? operand('B', strideB, n, k) : operand('B', strideB, k, n);
  const attributes = [
    work.type('T'),
    work.flag('adj_x', transposeA === 1),
    work.flag('adj_y', transposeB === 1),
  ];
  const C = work.op('BatchMatMulV2', attributes, A, B);
  return [strideA === 0 && strideB === 0 && batch > 1 ? work.broadcast(C, [batch, m, n]) : C];
};

/** Which members have a factor: no NaN, and every pivot above n·2⁻⁵² of its diagonal entry. */
function sound(batch: number, n: number, pivots: Float64Array, diagonal: Float64Array): boolean[] {
  return Array.from({ length: batch }, (_, b) => {
    for (let i = b * n; i < (b + 1) * n; i++)
      if (!(pivots[i] ** 2 > n * 2 ** -52 * diagonal[i])) return false;
    return true;
  });
}

/** TensorFlow fills a member that is not positive definite with NaN, in part; the ladder of jitter continues for those alone. */
const cholesky: TensorOp<'cholesky'> = ({ work, sizes, input, lengthOf }) => {
  const { batch, n } = sizes;
  const A = input('A', [batch, n, n]);
  const ladder = work.read(input('ladder', [lengthOf('ladder')]));
  const diagonal = work.read(work.map('MatrixDiagPart', A));
  const means = Float64Array.from({ length: batch }, (_, b) =>
    diagonal.subarray(b * n, (b + 1) * n).reduce((sum, value) => sum + value / n, 0),
  );
  const status = new Float64Array(batch).fill(-1);
  let L = work.broadcast(work.scalar(Number.NaN), [batch, n, n]);
  for (const jitter of new Set([0, ...ladder])) {
    const shifted = diagonal.map((value, i) => value + jitter * means[Math.floor(i / n)]);
    const tried = work.map(
      'Cholesky',
      jitter === 0 ? A : work.map('MatrixSetDiag', A, work.numbers(shifted, [batch, n])),
    );
    const pivots = work.read(work.map('MatrixDiagPart', tried));
    const taken = sound(batch, n, pivots, shifted).map((holds, b) => holds && status[b] < 0);
    taken.forEach((holds, b) => {
      if (holds) status[b] = jitter;
    });
    if (taken.includes(true)) L = work.select(work.booleans(taken, [batch, 1, 1]), tried, L);
    if (status.every((used) => used >= 0)) break;
  }
  return [L, work.numbers(status, [batch])];
};

const solveTriangular: TensorOp<'solve_triangular'> = ({ work, sizes, input }) => {
  const { batch, n, m, transpose } = sizes;
  const attributes = [work.flag('lower', true), work.flag('adjoint', transpose === 1), work.type('T')];
  return [work.op('MatrixTriangularSolve', attributes, input('L', [batch, n, n]), input('R', [batch, n, m]))];
};

/** Φ(z) = ½ erfc(−z/√2). */
const normalCdf = (work: Work, z: number): number =>
  work.map('Mul', work.map('Erfc', work.map('Mul', z, work.scalar(-Math.SQRT1_2))), work.scalar(0.5));

/** Below this z the series is exact to rounding, and erfc leaves the range of normal numbers. */
const TAIL = -30;

/**
 * log Φ(z): by erfc in the middle, log1p(−Φ(−z)) above, and in the lower tail by −z²/2 − log(−z√(2π)) + log1p(−1/z² + 3/z⁴ − 15/z⁶ + 105/z⁸).
 *
 * Source: Abramowitz and Stegun 1964, 26.2.12.
 */
function logNormalCdf(work: Work, z: number): number {
  const number = (value: number) => work.scalar(value);
  const tail = work.map('Minimum', z, number(TAIL));
  const inverse = work.map('Reciprocal', work.map('Square', tail));
  let series = number(105);
  for (const coefficient of [-15, 3, -1])
    series = work.map('AddV2', work.map('Mul', series, inverse), number(coefficient));
  const correction = work.map('Log1p', work.map('Mul', series, inverse));
  const leading = work.map('Mul', work.map('Square', tail), number(-0.5));
  const scale = work.map('Log', work.map('Mul', work.map('Neg', tail), number(Math.sqrt(2 * Math.PI))));
  const below = work.map('AddV2', work.map('Sub', leading, scale), correction);
  const middle = work.map('Log', normalCdf(work, work.map('Maximum', z, number(TAIL))));
  const above = work.map('Log1p', work.map('Neg', normalCdf(work, work.map('Neg', z))));
  const isAbove = work.map('Greater', z, number(1));
  const isBelow = work.map('Less', z, number(TAIL));
  return work.select(isBelow, below, work.select(isAbove, above, middle));
}

const unaryOps: Readonly<Record<keyof typeof unaryCodes, string | ((work: Work, x: number) => number)>> = {
  neg: 'Neg',
  exp: 'Exp',
  log: 'Log',
  sqrt: 'Sqrt',
  square: 'Square',
  reciprocal: 'Reciprocal',
  tanh: 'Tanh',
  sigmoid: 'Sigmoid',
  softplus: 'Softplus',
  sin: 'Sin',
  cos: 'Cos',
  abs: 'Abs',
  sign: 'Sign',
  log1p: 'Log1p',
  expm1: 'Expm1',
  acos: 'Acos',
  normal_cdf: normalCdf,
  log_normal_cdf: logNormalCdf,
};

const binaryOps: Readonly<Record<keyof typeof binaryCodes, string>> = {
  add: 'AddV2',
  subtract: 'Sub',
  multiply: 'Mul',
  divide: 'RealDiv',
  maximum: 'Maximum',
  minimum: 'Minimum',
  power: 'Pow',
  greater: 'Greater',
};

const unary: TensorOp<'unary'> = ({ work, sizes, input }) => {
  const run = functionOf('tfjs', unaryCodes, unaryOps, sizes.function);
  const x = input('x', [sizes.length]);
  return [typeof run === 'string' ? work.map(run, x) : run(work, x)];
};

/**
 * An operand that strides over a shape, as a tensor that broadcasts to it: its own axes are those with a stride. Row-major strides are
 * a view; others, such as those of a diagonal or a transpose, pick the numbers one by one.
 */
function strided(
  { work, input, lengthOf }: Call<'binary'>,
  name: 'a' | 'b',
  shape: readonly number[],
  strides: readonly number[],
): number {
  const own = shape.map((size, axis) => (strides[axis] === 0 ? 1 : size));
  let step = 1;
  let isView = true;
  for (let axis = shape.length - 1; axis >= 0; axis--) {
    if (own[axis] > 1 && strides[axis] !== step) isView = false;
    step *= own[axis];
  }
  if (isView) return input(name, own);
  const indices = Array.from({ length: step }, (_, at) => {
    let index = 0;
    let rest = at;
    for (let axis = own.length - 1; axis >= 0; axis--) {
      index += (rest % own[axis]) * strides[axis];
      rest = Math.floor(rest / own[axis]);
    }
    return index;
  });
  const picked = work.pick(input(name, [lengthOf(name)]), indices);
  return work.reshape(picked, own);
}

const binary: TensorOp<'binary'> = (call) => {
  const { work, sizes } = call;
  const { function: code, rank, rest } = sizes;
  const part = (from: number) => Array.from(rest.subarray(from * rank, (from + 1) * rank));
  const [shape, stridesA, stridesB] = [part(0), part(1), part(2)];
  const name = functionOf('tfjs', binaryCodes, binaryOps, code);
  const a = strided(call, 'a', shape, stridesA);
  const result = work.map(name, a, strided(call, 'b', shape, stridesB));
  const numeric =
    name === 'Greater' ? work.op('Cast', [work.type('SrcT', 10), work.type('DstT')], result) : result;
  // An axis that neither operand strides over has to be repeated.
  const whole = shape.every((size, axis) => size === 1 || stridesA[axis] !== 0 || stridesB[axis] !== 0);
  return [whole ? numeric : work.broadcast(numeric, shape)];
};

/** log Σ exp with the largest taken out where it is finite. */
function logSumExp(work: Work, x: number): number {
  const most = work.reduce('Max', x, 1);
  const shift = work.select(work.map('IsFinite', most), most, work.map('ZerosLike', most));
  const sum = work.reduce('Sum', work.map('Exp', work.map('Sub', x, shift)), 1);
  return work.map('AddV2', work.map('Log', sum), shift);
}

const reduceOps: Readonly<Record<keyof typeof reduceCodes, (work: Work, x: number) => number>> = {
  sum: (work, x) => work.reduce('Sum', x, 1),
  mean: (work, x) => work.reduce('Mean', x, 1),
  max: (work, x) => work.reduce('Max', x, 1),
  min: (work, x) => work.reduce('Min', x, 1),
  logsumexp: logSumExp,
};

const reduce: TensorOp<'reduce'> = ({ work, sizes, input }) => {
  const { function: code, outer, middle, inner } = sizes;
  return [functionOf('tfjs', reduceCodes, reduceOps, code)(work, input('x', [outer, middle, inner]))];
};

/** The ops that TensorFlow runs; every other one is composed of them. */
export const tensorOps: { readonly [Op in OpName]?: TensorOp<Op> } = {
  matmul,
  cholesky,
  solve_triangular: solveTriangular,
  unary,
  binary,
  reduce,
};
