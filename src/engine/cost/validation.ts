import { ValueError } from '../errors.ts';

/** One broken rule: where (field, then positions inside it), in words, and a short code. The shape of the API's 422 entries. */
export interface CostIssue {
  readonly loc: readonly string[];
  readonly msg: string;
  readonly type: string;
}

/** A cost record that breaks one or more rules; `issues` lists each of them. */
export class CostValidationError extends ValueError {
  override name = 'CostValidationError';
  readonly issues: readonly CostIssue[];

  constructor(who: string, issues: readonly CostIssue[]) {
    const lines = issues.map(
      (issue) => `${issue.loc.length > 0 ? `${issue.loc.join('.')}: ` : ''}${issue.msg}`,
    );
    super(`${who}: ${lines.join(' | ')}`);
    this.issues = issues;
  }
}

/** Collects issues below one place in a document. */
export interface Report {
  add(loc: readonly string[], type: string, msg: string): void;
}

/** Checks a value and returns it in its stored form, or undefined after it has reported what is wrong. */
export type Check<T> = (value: unknown, loc: readonly string[], report: Report) => T | undefined;

/** A value as an error message shows it: short, and never throwing. */
export function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'bigint' || typeof value === 'function' || typeof value === 'symbol')
    return typeof value;
  try {
    const text = JSON.stringify(value) ?? typeof value;
    return text.length > 60 ? `${text.slice(0, 57)}...` : text;
  } catch {
    return typeof value; // circular, or a bigint inside: the type is all that can be shown
  }
}

/** A finite number; −0 becomes 0, as JSON has no −0 and a record must come back from JSON unchanged. */
export const checkNumber: Check<number> = (value, loc, report) => {
  if (typeof value !== 'number') {
    report.add(loc, 'float_type', `should be a number, got ${show(value)}`);
    return undefined;
  }
  if (!Number.isFinite(value)) {
    report.add(loc, 'finite_number', `should be a finite number, got ${value}`);
    return undefined;
  }
  return value === 0 ? 0 : value;
};

/** Text without surrounding white space, or null. */
export const checkText: Check<string | null> = (value, loc, report) => {
  if (value === null) return null;
  if (typeof value === 'string') return value.trim();
  report.add(loc, 'string_type', `should be text or null, got ${show(value)}`);
  return undefined;
};

/** A frozen array of whatever `item` accepts, with at least `least` entries. */
export function checkArray<T>(item: Check<T>, least: number, noun: string): Check<readonly T[]> {
  return (value, loc, report) => {
    if (!Array.isArray(value)) {
      report.add(loc, 'list_type', `should be an array of ${noun}, got ${show(value)}`);
      return undefined;
    }
    const checked = Array.from(value, (entry: unknown, i) => item(entry, [...loc, String(i)], report));
    if (value.length < least) {
      report.add(loc, 'too_short', `should have at least ${least} ${noun}, got ${value.length}`);
      return undefined;
    }
    return checked.every((entry) => entry !== undefined) ? Object.freeze(checked as T[]) : undefined;
  };
}

/** Exactly two finite numbers. */
export const checkPair: Check<readonly [number, number]> = (value, loc, report) => {
  if (!Array.isArray(value) || value.length !== 2) {
    report.add(loc, 'tuple_type', `should be a pair [x, y] of two numbers, got ${show(value)}`);
    return undefined;
  }
  const x = checkNumber(value[0], [...loc, '0'], report);
  const y = checkNumber(value[1], [...loc, '1'], report);
  return x === undefined || y === undefined ? undefined : Object.freeze([x, y] as const);
};

/** Reports the first x that is below the one before it; equal neighbours pass. */
export function checkAscending(xs: readonly number[], loc: readonly string[], report: Report): boolean {
  const at = xs.findIndex((x, i) => i > 0 && x < xs[i - 1]);
  if (at < 0) return true;
  report.add(
    loc,
    'value_error',
    `x values should ascend, got ${xs[at]} after ${xs[at - 1]} at position ${at}; sort them`,
  );
  return false;
}

/** What `body` returns. @throws CostValidationError with everything that `body` reports, if it reports anything */
export function collecting<T>(who: string, body: (report: Report) => T): T {
  const issues: CostIssue[] = [];
  const result = body({ add: (loc, type, msg) => issues.push({ loc, msg, type }) });
  if (issues.length > 0) throw new CostValidationError(who, issues);
  return result;
}
