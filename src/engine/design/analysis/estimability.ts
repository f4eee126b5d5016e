import { DesignNotEstimableError } from '../../errors.ts';
import { columnDependences } from '../../linalg/column-dependence.ts';
import { settableCount } from '../../space/encode.ts';
import type { Space } from '../../space/space.ts';
import { counted } from '../../words.ts';
import { modelMatrix, toCoded } from '../optimal/model/coding.ts';
import { buildModel, type LinearModel, type ModelType } from '../optimal/model/model-terms.ts';

/** A term that runs cannot estimate beside the terms before it. */
export interface ConfoundedTerm {
  readonly term: string;
  /** Names of the terms that its columns are sums of up to a constant, in model order: `Intercept` for a constant, none for zeros. */
  readonly with: readonly string[];
}

/** Terms of a model that points [n, d] cannot estimate beside those before them, in model order; none when the rank is full. */
export function inestimableTerms(model: LinearModel, points: ArrayLike<number>): ConfoundedTerm[] {
  const { columns, terms, dimensions } = model;
  const n = points.length / dimensions.length;
  const found = columnDependences(modelMatrix(model, toCoded(dimensions, points)), n, columns.length);
  const partners = new Map<number, Set<number>>();
  for (const { column, on } of found) {
    const { term } = columns[column];
    const own = partners.get(term) ?? new Set();
    for (const other of on) if (columns[other].term !== term) own.add(columns[other].term);
    partners.set(term, own);
  }
  return terms.flatMap(({ name }, term) => {
    const own = partners.get(term);
    if (own === undefined) return [];
    const others = [...own].sort((a, b) => a - b).map((k) => terms[k]);
    const effects = others.filter(({ factors }) => factors.length > 0);
    return [{ term: name, with: (effects.length > 0 ? effects : others).map((other) => other.name) }];
  });
}

/** Most names of terms in a message, and of terms that one of them is confounded with. */
const MOST_NAMES = 12;
const MOST_PARTNERS = 4;

function reasonOf(partners: readonly string[]): string {
  if (partners.length === 0) return '0 in coded units in all runs';
  if (partners.length === 1 && partners[0] === 'Intercept') return 'constant';
  if (partners.length > MOST_PARTNERS) return `confounded with ${partners.length} others`;
  return `confounded with ${partners.join(', ')}`;
}

/** `x1*x2 (confounded with x3), x2^2 (constant)`, the first twelve. */
export const confoundedWords = (missing: readonly ConfoundedTerm[]): string =>
  missing
    .slice(0, MOST_NAMES)
    .map((one) => `${one.term} (${reasonOf(one.with)})`)
    .join(', ') + (missing.length > MOST_NAMES ? ` and ${missing.length - MOST_NAMES} more` : '');

/**
 * Terms of the model that a design implies which its points cannot estimate. Variables with one value have no terms.
 */
function lostTerms(space: Space, type: ModelType, points: Float64Array): ConfoundedTerm[] {
  const free = space.dimensions.map((_, k) => k).filter((k) => settableCount(space.dimensions[k]) > 1);
  if (free.length === 0) return [];
  const dimensions = free.map((k) => space.dimensions[k]);
  const d = space.dimensions.length;
  const reduced = Float64Array.from({ length: (points.length / d) * free.length }, (_, at) => {
    const row = Math.floor(at / free.length);
    return points[row * d + free[at % free.length]];
  });
  return inestimableTerms(buildModel(dimensions, { modelType: type }), reduced);
}

/**
 * Refuses points [n, d] that constraints have cut down until the model that the design implies cannot be estimated.
 *
 * @throws DesignNotEstimableError naming the terms
 */
export function requireEstimable(
  method: string,
  space: Space,
  type: ModelType,
  points: Float64Array,
  dropped: number,
): void {
  const missing = lostTerms(space, type, points);
  if (missing.length === 0) return;
  throw new DesignNotEstimableError(
    `${method}: the constraints drop ${counted(dropped, 'run')}, and the remaining ${points.length / space.dimensions.length} cannot estimate ${confoundedWords(missing)} of the ${type} model; use an optimal design, or set allow_infeasible to keep them`,
  );
}

/** Larger designs are not checked: those that lose terms by their structure are small. */
const MOST_CHECKED = 4096;

/** A design that is made. */
interface MadeDesign {
  readonly model: ModelType;
  /** [runs, d], values of the space. */
  readonly points: Float64Array;
  /** What helps, as the end of the sentence. */
  readonly way: string;
  /** Whether constraints took runs away. */
  readonly isCut: boolean;
}

/**
 * Says which terms a design cannot estimate, such as a square without centre runs; nothing when it can. Products of a
 * whole design are left to the aliases of the answer.
 */
export function estimabilityWarning(
  method: string,
  space: Space,
  { model, points, way, isCut }: MadeDesign,
): string[] {
  const runs = points.length / space.dimensions.length;
  const isChecked = (isCut || model !== 'interaction') && runs <= MOST_CHECKED;
  const missing = isChecked ? lostTerms(space, model, points) : [];
  if (missing.length === 0) return [];
  return [
    `${method}: ${counted(runs, 'run')} cannot estimate ${confoundedWords(missing)} of the ${model} model; ${way}`,
  ];
}
