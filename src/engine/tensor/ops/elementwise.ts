import { type binaryCodes, unaryCodes } from '../../compute/elementwise-codes.ts';
import { stepOf } from '../../compute/step.ts';
import { broadcastShape, broadcastStrides, sumTo } from '../broadcast.ts';
import { elementwise } from '../elementwise-step.ts';
import type { Pullback, Tensor } from '../tape.ts';
import { sizeOf } from '../tape.ts';

type Operand = Tensor | number;

function asTensor(x: Operand, beside: Tensor): Tensor {
  return typeof x === 'number' ? beside.tape.tensor([x], []) : x;
}

/** f(a, b) elementwise with broadcasting; `pullback` gives cotangents in the broadcast shape. */
function binary(
  name: keyof typeof binaryCodes,
  first: Operand,
  second: Operand,
  pullback?: (
    g: Tensor,
    a: Tensor,
    b: Tensor,
    output: Tensor,
  ) => readonly [Tensor | undefined, Tensor | undefined],
): Tensor {
  const beside = (typeof first === 'number' ? second : first) as Tensor;
  const a = asTensor(first, beside);
  const b = asTensor(second, beside);
  const shape = broadcastShape(name, a.shape, b.shape);
  const [strideA, strideB] = [broadcastStrides(a.shape, shape), broadcastStrides(b.shape, shape)];
  const back: Pullback | undefined =
    pullback &&
    ((g, output) => {
      const [ga, gb] = pullback(g, a, b, output);
      return [ga && sumTo(ga, a.shape), gb && sumTo(gb, b.shape)];
    });
  return beside.tape.record(
    [a, b],
    shape,
    (c) => [elementwise(name, { a: a.slot, b: b.slot, c }, shape, strideA, strideB)],
    back,
  );
}

/** a + b, broadcast; either may be a number (not both), here and below. */
export const add = (a: Operand, b: Operand): Tensor => binary('add', a, b, (g) => [g, g]);
export const subtract = (a: Operand, b: Operand): Tensor => binary('subtract', a, b, (g) => [g, neg(g)]);
export const multiply = (a: Operand, b: Operand): Tensor =>
  binary('multiply', a, b, (g, p, q) => [multiply(g, q), multiply(g, p)]);
export const divide = (a: Operand, b: Operand): Tensor =>
  binary('divide', a, b, (g, _, q, output) => {
    const byA = divide(g, q);
    return [byA, neg(multiply(byA, output))];
  });
/** The larger of two; where they are equal the cotangent goes to b. */
export const maximum = (a: Operand, b: Operand): Tensor =>
  binary('maximum', a, b, (g, p, q) => {
    const first = multiply(g, greater(p, q));
    return [first, subtract(g, first)];
  });
/** The smaller of two; where they are equal the cotangent goes to b. */
export const minimum = (a: Operand, b: Operand): Tensor =>
  binary('minimum', a, b, (g, p, q) => {
    const first = multiply(g, greater(q, p));
    return [first, subtract(g, first)];
  });
/** aᵇ for a > 0. */
export const power = (a: Operand, b: Operand): Tensor =>
  binary('power', a, b, (g, p, q, output) => [
    multiply(g, multiply(q, power(p, subtract(q, 1)))),
    multiply(g, multiply(output, log(p))),
  ]);
/** 1 where a > b, else 0; without derivative. */
export const greater = (a: Operand, b: Operand): Tensor => binary('greater', a, b);

/** f(x) elementwise; `slope` gives df/dx. */
function unary(
  name: keyof typeof unaryCodes,
  x: Tensor,
  slope?: (x: Tensor, output: Tensor) => Tensor,
): Tensor {
  const sizes = { length: sizeOf(x.shape), function: unaryCodes[name] };
  return x.tape.record(
    [x],
    x.shape,
    (y) => [stepOf('unary', sizes, { x: x.slot, y })],
    slope && ((g, output) => [multiply(g, slope(x, output))]),
  );
}

export const neg = (x: Tensor): Tensor => multiply(x, -1);
export const exp = (x: Tensor): Tensor => unary('exp', x, (_, y) => y);
export const log = (x: Tensor): Tensor => unary('log', x, (at) => reciprocal(at));
/** √x; the derivative at 0 is infinite. */
export const sqrt = (x: Tensor): Tensor => unary('sqrt', x, (_, y) => divide(0.5, y));
export const square = (x: Tensor): Tensor => unary('square', x, (at) => multiply(at, 2));
export const reciprocal = (x: Tensor): Tensor => unary('reciprocal', x, (_, y) => neg(square(y)));
export const tanh = (x: Tensor): Tensor => unary('tanh', x, (_, y) => subtract(1, square(y)));
export const sigmoid = (x: Tensor): Tensor => unary('sigmoid', x, (_, y) => multiply(y, subtract(1, y)));
/** log(1 + eˣ). */
export const softplus = (x: Tensor): Tensor => unary('softplus', x, (at) => sigmoid(at));
export const sin = (x: Tensor): Tensor => unary('sin', x, (at) => cos(at));
export const cos = (x: Tensor): Tensor => unary('cos', x, (at) => neg(sin(at)));
/** |x|; derivative 0 at 0. */
export const abs = (x: Tensor): Tensor => unary('abs', x, (at) => sign(at));
/** −1, 0 or 1; without derivative. */
const sign = (x: Tensor): Tensor => unary('sign', x);
export const log1p = (x: Tensor): Tensor => unary('log1p', x, (at) => reciprocal(add(at, 1)));
export const expm1 = (x: Tensor): Tensor => unary('expm1', x, (_, y) => add(y, 1));
export const acos = (x: Tensor): Tensor =>
  unary('acos', x, (at) => neg(reciprocal(sqrt(subtract(1, square(at))))));

/**
 * The numbers of `value`, with `slope` as their derivative by x (all of one shape): for a function whose composed
 * derivative would be 0·∞ somewhere.
 */
export function withSlope(x: Tensor, value: Tensor, slope: Tensor): Tensor {
  const one = x.tape.tensor([1], []);
  const length = sizeOf(x.shape);
  return x.tape.record(
    [x],
    x.shape,
    (c) => [elementwise('multiply', { a: value.slot, b: one.slot, c }, [length], [1], [0])],
    (g) => [multiply(g, slope)],
  );
}

const LOG_ROOT_TWO_PI = 0.5 * Math.log(2 * Math.PI);

/** Normal density φ(x). */
export const normalDensity = (x: Tensor): Tensor => exp(subtract(multiply(square(x), -0.5), LOG_ROOT_TWO_PI));
/** Normal distribution function Φ(x). */
export const normalDistribution = (x: Tensor): Tensor => unary('normal_cdf', x, (at) => normalDensity(at));
/** log Φ(x), accurate far below 0; its derivative φ/Φ is taken through the logarithms. */
export const logNormalDistribution = (x: Tensor): Tensor =>
  unary('log_normal_cdf', x, (at, y) => exp(subtract(multiply(square(at), -0.5), add(y, LOG_ROOT_TWO_PI))));
