import { breaks, sumOf } from '../../../contract/variables/linear-sums.ts';
import type { Constraint, Variable } from '../../api/types.ts';
import { show } from '../../text/format.ts';
import { readNumber, writeNumber } from '../../text/numbers.ts';
import { rangeOf } from './variable-range.ts';

/** A linear constraint read from text, or what is wrong with the text. */
export type ParsedConstraint =
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
  /** Units behind its numbers. */
  readonly units: Set<string>;
}

/** What is left of a text, and the names that may be in it, longest first. */
interface Text {
  rest: string;
  readonly names: readonly string[];
  /** Units that a number may carry. */
  readonly units: readonly string[];
}

const comparator = /^(<=|>=|≤|≥|==?|<|>)/;
const quoted = /^(?:"([^"]*)"|'([^']*)'|[“„]([^”“]*)[”“])/;

/** Takes what the pattern finds at the beginning, and the blanks after it. */
function take(text: Text, pattern: RegExp): string | undefined {
  const found = pattern.exec(text.rest)?.[0];
  if (found !== undefined) text.rest = text.rest.slice(found.length).trim();
  return found;
}

/** The name at the beginning, as written and in quotes or not: a name may hold signs, and then reads in quotes at any place. */
function nameAt({ rest, names }: Text): { name: string; length: number } | undefined {
  const [whole = '', ...inner] = quoted.exec(rest) ?? [];
  const inQuotes = names.find((one) => inner.includes(one));
  const bare = names.find((one) => rest.startsWith(one));
  if (inQuotes !== undefined && whole.length > (bare?.length ?? 0))
    return { name: inQuotes, length: whole.length };
  return bare === undefined ? undefined : { name: bare, length: bare.length };
}

/** Units of variables by their names, for `readConstraint`. */
export const unitsOf = (variables: readonly Variable[]): Record<string, string> =>
  Object.fromEntries(variables.flatMap(({ name, unit }) => (unit ? [[name, unit]] : [])));

const signsInNames = /[=<>≤≥]/;

function unknownName({ rest, names }: Text): string {
  if (rest === '') return 'a term is missing at the end';
  const typed = quoted.exec(rest)?.slice(1).find(Boolean) ?? rest.split(/[\s+\-*·=<>≤≥]/)[0] ?? rest;
  const way = names.some((name) => signsInNames.test(name)) ? '; names with =, < or > read in "quotes"' : '';
  return `no numeric variable named “${typed || rest}”${way}`;
}

const isTermOver = (rest: string): boolean => rest === '' || /^[+\-−]/.test(rest) || comparator.test(rest);

/** Removes the unit behind a single number: `= 100 %`. */
function takeUnit(text: Text, side: Side): void {
  const after = (unit: string): string => text.rest.slice(unit.length).trim();
  const found = text.units.find((unit) => text.rest.startsWith(unit) && isTermOver(after(unit)));
  if (found === undefined || nameAt(text) !== undefined) return;
  side.units.add(found);
  text.rest = after(found);
}

/** Reads a number, a name, or both into a side; what is wrong with it, if anything. */
function takeTerm(text: Text, side: Side, sign: number): string | undefined {
  const number = /^(\d+[.,]?\d*|[.,]\d+)(e[+-]?\d+)?/i.exec(text.rest)?.[0];
  let factor = sign;
  // A name may begin with a digit; it wins over the number when it is longer.
  if (number !== undefined && (nameAt(text)?.length ?? 0) <= number.length) {
    const { value, problem } = readNumber(number);
    if (value === undefined) return `“${number}” ${problem}`;
    factor *= value;
    text.rest = text.rest.slice(number.length).trim();
    const star = take(text, /^[*·×]/);
    if (star === undefined) takeUnit(text, side);
    if (star === undefined && isTermOver(text.rest)) {
      side.constant += factor;
      return undefined;
    }
  }
  const named = nameAt(text);
  if (named === undefined) return unknownName(text);
  side.coefficients.set(named.name, (side.coefficients.get(named.name) ?? 0) + factor);
  text.rest = text.rest.slice(named.length).trim();
  return undefined;
}

/** Reads up to the sign of comparison or to the end. */
function takeSide(text: Text): Side | string {
  const side: Side = { coefficients: new Map(), constant: 0, units: new Set() };
  const isOver = (): boolean => text.rest === '' || comparator.test(text.rest);
  if (isOver() && nameAt(text) === undefined) return 'one side is empty';
  for (let first = true; first || !isOver(); first = false) {
    const sign = take(text, /^[+\-−]/);
    if (sign === undefined && !first) return `expected + or − before “${text.rest.slice(0, 20)}”`;
    const problem = takeTerm(text, side, sign === '-' || sign === '−' ? -1 : 1);
    if (problem !== undefined) return problem;
  }
  return side;
}

/**
 * Reads `2·a + b ≤ 10 − c` and the like over the given numeric variables: `<=`, `>=`, `=` or `≤`, `≥`.
 *
 * @param units of the variables; a number may carry the one that all variables of the constraint have
 */
export function readConstraint(
  typed: string,
  names: readonly string[],
  units: Readonly<Record<string, string>> = {},
): ParsedConstraint {
  const missing = 'needs ≤, ≥ or = (type <=, >=, =)';
  if (!signsInNames.test(typed)) return { ok: false, problem: missing };
  const longestFirst = (texts: Iterable<string>) => [...texts].sort((a, b) => b.length - a.length);
  const text: Text = {
    rest: typed.trim(),
    names: longestFirst(names),
    units: longestFirst(new Set(Object.values(units))),
  };
  const left = takeSide(text);
  if (typeof left === 'string') return { ok: false, problem: left };
  const sign = take(text, comparator);
  if (sign === undefined) return { ok: false, problem: missing };
  const right = takeSide(text);
  if (typeof right === 'string') return { ok: false, problem: right };
  if (text.rest !== '') return { ok: false, problem: `one comparison only, without “${text.rest}”` };
  const flip = /[>≥]/.test(sign) ? -1 : 1;
  const coefficients: Record<string, number> = {};
  for (const name of names) {
    const value = flip * ((left.coefficients.get(name) ?? 0) - (right.coefficients.get(name) ?? 0));
    if (value !== 0) coefficients[name] = value;
  }
  if (Object.keys(coefficients).length === 0) return { ok: false, problem: 'all variables cancel out' };
  for (const unit of [...left.units, ...right.units]) {
    const other = Object.keys(coefficients).find((name) => units[name] !== unit);
    if (other !== undefined)
      return { ok: false, problem: `“${other}” is not in ${unit}; write numbers without a unit` };
  }
  const rhs = flip * (right.constant - left.constant);
  return {
    ok: true,
    type: /^=/.test(sign) ? 'equality' : 'inequality',
    coefficients,
    rhs: rhs === 0 ? 0 : rhs,
  };
}

/** What a constraint asks for that no settings within the ranges give; undefined where some may, or a range is open. */
export function unreachable(
  { type, coefficients, rhs }: Pick<Constraint, 'type' | 'coefficients' | 'rhs'>,
  variables: readonly Variable[],
): string | undefined {
  let [least, most, size] = [0, 0, Math.abs(rhs)];
  for (const [name, factor] of Object.entries(coefficients)) {
    const variable = variables.find((one) => one.name === name);
    const range = variable && rangeOf(variable);
    if (range === undefined) return undefined;
    const ends = range.map((end) => factor * end);
    least += Math.min(...ends);
    most += Math.max(...ends);
    size += Math.max(...ends.map(Math.abs));
  }
  const tolerance = 1e-9 * size;
  if (least <= rhs + tolerance && (type === 'inequality' || most >= rhs - tolerance)) return undefined;
  // What was typed with ≥ is kept with all signs turned.
  const turn = Object.values(coefficients).every((factor) => factor < 0) ? -1 : 1;
  const sum = writeSum(Object.entries(coefficients).map(([name, factor]) => [name, turn * factor] as const));
  const [low, high] = turn < 0 ? [-most, -least] : [least, most];
  const within = low === high ? show(low) : `${show(low)} to ${show(high)}`;
  return `No settings satisfy it: in the ranges of the variables, ${sum} is ${within}.`;
}

/** Whether settings satisfy a constraint as a recorded run would; one over variables that have no number is not judged. */
export const isSatisfied = (
  { type, coefficients, rhs }: Pick<Constraint, 'type' | 'coefficients' | 'rhs'>,
  point: Readonly<Record<string, unknown>>,
): boolean => !breaks(sumOf(coefficients, point), { type, rhs });

/** A name in a formula: in quotes where it holds a sign of comparison. */
const writeName = (name: string): string => (signsInNames.test(name) ? `"${name}"` : name);

function writeSum(parts: readonly (readonly [string, number])[]): string {
  const terms = parts.map(([name, value], index) => {
    const size = Math.abs(value);
    const term = size === 1 ? writeName(name) : `${writeNumber(size)}·${writeName(name)}`;
    if (index === 0) return value < 0 ? `−${term}` : term;
    return `${value < 0 ? '−' : '+'} ${term}`;
  });
  return terms.join(' ');
}

/** A constraint for reading: `2·a + b ≤ 10`. */
export const writeConstraint = ({
  type,
  coefficients,
  rhs,
}: Pick<Constraint, 'type' | 'coefficients' | 'rhs'>): string =>
  `${writeSum(Object.entries(coefficients))} ${type === 'equality' ? '=' : '≤'} ${writeNumber(rhs).replace('-', '−')}`;
