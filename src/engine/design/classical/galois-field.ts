import { ValueError } from '../../errors.ts';

/** Arithmetic of a finite field; elements are 0 … order − 1, 0 and 1 the neutral ones. */
export interface GaloisField {
  readonly order: number;
  add(a: number, b: number): number;
  multiply(a: number, b: number): number;
}

/** Prime and exponent of a prime power, or undefined. */
export function primePower(order: number): { readonly prime: number; readonly exponent: number } | undefined {
  if (order < 2) return undefined;
  let prime = 2;
  while (order % prime !== 0) prime++;
  let exponent = 0;
  let rest = order;
  for (; rest % prime === 0; rest /= prime) exponent++;
  return rest === 1 ? { prime, exponent } : undefined;
}

/**
 * Field of a prime power order. An element of GF(p^e) is the number whose base-p digits are the coefficients of its
 * polynomial, taken modulo the first monic polynomial of degree e without roots in product form (found by trial).
 *
 * @throws ValueError when the order is no prime power
 */
export function fieldOf(order: number): GaloisField {
  const power = primePower(order);
  if (!power)
    throw new ValueError(`field: the order must be a prime power, got ${order}; use 2, 3, 4, 5, 7, 8, 9, …`);
  const { prime, exponent } = power;
  const digits = (a: number) =>
    Array.from({ length: exponent }, (_, i) => Math.floor(a / prime ** i) % prime);
  const number = (coefficients: readonly number[]) =>
    coefficients.reduce((sum, coefficient, i) => sum + coefficient * prime ** i, 0);
  const add = (a: number, b: number) => {
    const right = digits(b);
    return number(digits(a).map((digit, i) => (digit + right[i]) % prime));
  };
  const product = (a: number, b: number, modulus: readonly number[]) => {
    const sum = new Array<number>(2 * exponent).fill(0);
    digits(a).forEach((x, i) => {
      digits(b).forEach((y, j) => {
        sum[i + j] += x * y;
      });
    });
    for (let top = 2 * exponent - 1; top >= exponent; top--) {
      const lead = sum[top] % prime;
      for (let i = 0; i < exponent; i++) sum[top - exponent + i] += lead * (prime - modulus[i]);
      sum[top] = 0;
    }
    return number(sum.slice(0, exponent).map((coefficient) => coefficient % prime));
  };
  for (let tail = 0; tail < order; tail++) {
    const modulus = digits(tail);
    if (!hasNoZeroDivisors(order, (a, b) => product(a, b, modulus))) continue;
    const table = Int32Array.from({ length: order * order }, (_, at) =>
      product(Math.floor(at / order), at % order, modulus),
    );
    return { order, add, multiply: (a, b) => table[a * order + b] };
  }
  throw new ValueError(`field: found no irreducible polynomial for order ${order}`);
}

function hasNoZeroDivisors(order: number, multiply: (a: number, b: number) => number): boolean {
  for (let a = 1; a < order; a++) for (let b = a; b < order; b++) if (multiply(a, b) === 0) return false;
  return true;
}

/** Quadratic character of a field of odd order: 0 at 0, 1 at squares, −1 elsewhere; [order]. */
export function quadraticCharacter(field: GaloisField): Int8Array {
  const character = new Int8Array(field.order).fill(-1);
  character[0] = 0;
  for (let a = 1; a < field.order; a++) character[field.multiply(a, a)] = 1;
  return character;
}

/** a − b. */
export function subtract(field: GaloisField, a: number, b: number): number {
  for (let c = 0; c < field.order; c++) if (field.add(b, c) === a) return c;
  throw new ValueError(`field: ${a} − ${b} is outside the order ${field.order}`);
}
