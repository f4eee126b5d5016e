import { createHash } from 'node:crypto';

/** A number as JSON can hold it: those that JSON lacks, and −0, by name. Decimals of JSON are exact for the rest. */
type Scalar = number | string | boolean | null;

/** Where in the answer, and what stands there. */
export type Recorded = Readonly<Record<string, Scalar>>;

/** Longer arrays of numbers are kept as a digest of all bits and this many values, evenly spread. */
const KEPT = 12;

const special = (value: number): Scalar => {
  if (Object.is(value, -0)) return '-0';
  return Number.isFinite(value) ? value : String(value);
};

function digest(values: Float64Array): string {
  const bytes = new DataView(new ArrayBuffer(8 * values.length));
  values.forEach((value, i) => {
    bytes.setFloat64(8 * i, value, true);
  });
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16);
}

function isNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((entry) => typeof entry === 'number');
}

/** The answer as a flat record; keys are paths such as `models.0.theta.3`. */
export function recordOf(answer: unknown): Recorded {
  const found: Record<string, Scalar> = {};
  put(found, '', answer);
  return found;
}

function put(found: Record<string, Scalar>, path: string, value: unknown): void {
  if (value === undefined || typeof value === 'function') return;
  if (typeof value === 'number') found[path] = special(value);
  else if (value === null || typeof value === 'boolean') found[path] = value;
  else if (typeof value === 'string') found[path] = `'${value}`;
  else if (ArrayBuffer.isView(value)) putNumbers(found, path, Float64Array.from(value as Float64Array));
  else if (isNumbers(value)) putNumbers(found, path, Float64Array.from(value));
  else if (value instanceof Map) put(found, path, Object.fromEntries(value));
  else {
    const entries = Object.entries(value as object);
    if (Array.isArray(value)) found[`${path}#`] = value.length;
    for (const [key, entry] of entries) put(found, path === '' ? key : `${path}.${key}`, entry);
  }
}

function putNumbers(found: Record<string, Scalar>, path: string, values: Float64Array): void {
  found[`${path}#`] = values.length;
  const all = values.length <= KEPT;
  if (!all) found[`${path}!`] = digest(values);
  const step = all ? 1 : (values.length - 1) / (KEPT - 1);
  for (let i = 0; i < Math.min(KEPT, values.length); i++) {
    const at = Math.round(i * step);
    found[`${path}.${at}`] = special(values[at] as number);
  }
}

/**
 * Where an answer differs from its record, at most eight places. What is new in an answer is no difference: answers may
 * gain fields.
 *
 * @param tolerance relative to the larger of the value and 1e-3; absent: every bit counts
 */
export function differences(expected: Recorded, actual: Recorded, tolerance?: number): string[] {
  const found: string[] = [];
  for (const [path, wanted] of Object.entries(expected)) {
    const got = actual[path];
    if (got === wanted || (tolerance !== undefined && (path.endsWith('!') || near(wanted, got, tolerance))))
      continue;
    found.push(`${path}: was ${wanted}, is ${got ?? 'absent'}`);
    if (found.length === 8) break;
  }
  return found;
}

function near(wanted: Scalar, got: Scalar | undefined, tolerance: number): boolean {
  if (typeof wanted !== 'number' && typeof got !== 'number') return false;
  const a = Number(wanted);
  const b = Number(got);
  return Math.abs(a - b) <= tolerance * Math.max(Math.abs(a), Math.abs(b), 1e-3);
}
