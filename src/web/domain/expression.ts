import type { Constraint } from '../api/types.ts';
import { readNumber, writeNumber } from '../text/numbers.ts';

/** A linear constraint read from text, or what is wrong with the text. */
export type Read =
  | {
      readonly ok: true;
      readonly type: Constraint['type'];
      readonly coefficients: Record<string, number>;
      readonly rhs: number;
    }
  | { readonly ok: false; readonly problem: string };

interface Side {
  coefficients: Map<string, number>;
  constant: number;
}

function readSide(text: string, names: readonly string[]): Side | string {
  const byLength = [...names].sort((a, b) => b.length - a.length);
  const side: Side = { coefficients: new Map(), constant: 0 };
  let rest = text.trim();
  let first = true;
  while (rest !== '') {
    const sign = /^[+\-−]/.exec(rest)?.[0];
    if (sign === undefined && !first) return `expected + or − before “${rest.slice(0, 20)}”`;
    rest = sign === undefined ? rest : rest.slice(1).trim();
    const number = /^(\d+[.,]?\d*|[.,]\d+)(e[+-]?\d+)?/i.exec(rest)?.[0];
    const named = byLength.find((name) => rest.startsWith(name));
    // A name may begin with a digit; it wins over the number when it is longer.
    const useNumber = number !== undefined && (named === undefined || named.length <= number.length);
    let factor = sign === '-' || sign === '−' ? -1 : 1;
    let isTerm = false;
    if (useNumber) {
      const { value, problem } = readNumber(number);
      if (value === undefined) return `“${number}” ${problem}`;
      factor *= value;
      rest = rest.slice(number.length).trim();
      const star = /^[*·×]/.exec(rest)?.[0];
      if (star) rest = rest.slice(1).trim();
      isTerm = star !== undefined || (rest !== '' && !/^[+\-−]/.test(rest));
      if (!isTerm) side.constant += factor;
    } else isTerm = true;
    if (isTerm) {
      const name = byLength.find((candidate) => rest.startsWith(candidate));
      if (name === undefined) return `no numeric variable named “${rest.split(/[\s+\-*·]/)[0] ?? rest}”`;
      side.coefficients.set(name, (side.coefficients.get(name) ?? 0) + factor);
      rest = rest.slice(name.length).trim();
    }
    first = false;
  }
  return first ? 'one side is empty' : side;
}

/** Reads `2·a + b ≤ 10 − c` and the like over the given numeric variables: `<=`, `>=`, `=` or `≤`, `≥`. */
export function readConstraint(text: string, names: readonly string[]): Read {
  const sign = /<=|>=|≤|≥|==?|<|>/.exec(text);
  if (!sign) return { ok: false, problem: 'needs ≤, ≥ or = (type <=, >=, =)' };
  const left = readSide(text.slice(0, sign.index), names);
  const right = readSide(text.slice(sign.index + sign[0].length), names);
  if (typeof left === 'string') return { ok: false, problem: left };
  if (typeof right === 'string') return { ok: false, problem: right };
  const flip = /[>≥]/.test(sign[0]) ? -1 : 1;
  const coefficients: Record<string, number> = {};
  for (const name of names) {
    const value = flip * ((left.coefficients.get(name) ?? 0) - (right.coefficients.get(name) ?? 0));
    if (value !== 0) coefficients[name] = value;
  }
  if (Object.keys(coefficients).length === 0) return { ok: false, problem: 'no variable is left in it' };
  const rhs = flip * (right.constant - left.constant);
  return {
    ok: true,
    type: /^=/.test(sign[0]) ? 'equality' : 'inequality',
    coefficients,
    rhs: rhs === 0 ? 0 : rhs,
  };
}

/** Whether settings satisfy a constraint, up to rounding; one over variables that have no number is not judged. */
export function holds(
  { type, coefficients, rhs }: Pick<Constraint, 'type' | 'coefficients' | 'rhs'>,
  point: Readonly<Record<string, unknown>>,
): boolean {
  const parts = Object.entries(coefficients).map(([name, factor]) => factor * Number(point[name]));
  const slack = rhs - parts.reduce((sum, part) => sum + part, 0);
  const tolerance = 1e-6 * parts.reduce((sum, part) => sum + Math.abs(part), Math.abs(rhs));
  return !(type === 'equality' ? Math.abs(slack) > tolerance : slack < -tolerance);
}

/** A constraint for reading: `2·a + b ≤ 10`. */
export function writeConstraint(constraint: Pick<Constraint, 'type' | 'coefficients' | 'rhs'>): string {
  const terms = Object.entries(constraint.coefficients).map(([name, value], index) => {
    const size = Math.abs(value);
    const term = size === 1 ? name : `${writeNumber(size)}·${name}`;
    if (index === 0) return value < 0 ? `−${term}` : term;
    return `${value < 0 ? '−' : '+'} ${term}`;
  });
  return `${terms.join(' ')} ${constraint.type === 'equality' ? '=' : '≤'} ${writeNumber(constraint.rhs).replace('-', '−')}`;
}
