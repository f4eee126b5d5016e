import type { Variable } from '../../api/types.ts';
import { parseNumber, writeNumber } from '../../text/numbers.ts';
import { type MethodForm, methods } from './design-methods.ts';
import { type DesignForm, type Kind, levelsOf, modelBody, plotLevels } from './design-request.ts';
import { conditionProblem } from './forbidden.ts';

/** What is wrong with the fields of a form, by the field's name. Empty: it can be sent. */
export type Problems = Readonly<Record<string, string>>;

/** Limits of number fields: lowest, highest, and whether only integers count. */
type Limits = readonly [low: number, high: number, whole: boolean];

const methodLimits: Partial<Record<keyof MethodForm, Limits>> = {
  points: [1, 1000, true],
  centre: [0, 10, true],
  runs: [2, 4096, true],
  reduction: [2, 10, true],
  blocks: [2, 64, true],
  fake: [0, 8, true],
};

/** What a number field says wrong; an empty one is fine unless `needed`. */
export function numberProblem(text: string, [low, high, whole]: Limits, needed = false): string | undefined {
  if (text.trim() === '') return needed ? 'needed' : undefined;
  const value = parseNumber(text);
  if (value === undefined) return 'not a number';
  if (whole && !Number.isInteger(value)) return 'not a whole number';
  return value < low || value > high ? `${writeNumber(low)} to ${writeNumber(high)}` : undefined;
}

function methodProblems(form: MethodForm): [string, string | undefined][] {
  const fields = methods.find((entry) => entry.name === form.method)?.fields ?? [];
  return fields.flatMap((field) => {
    const limits = methodLimits[field];
    return limits ? [[field, numberProblem(form[field], limits, field === 'points')] as const] : [];
  }) as [string, string | undefined][];
}

function searchProblems(form: DesignForm, variables: readonly Variable[]): [string, string | undefined][] {
  return [
    ['lattice', numberProblem(form.lattice, [2, 20, true])],
    ['effort', numberProblem(form.effort, [0.01, 100, false])],
    [
      'effects',
      form.model === 'effects' && modelBody(form).effects?.length === 0 ? 'name a term' : undefined,
    ],
    ...form.forbidden.flatMap((conditions, k) =>
      conditions.map((condition, i): [string, string | undefined] => [
        `forbidden.${k}.${i}`,
        conditionProblem(condition, variables),
      ]),
    ),
  ];
}

function optimalProblems(form: DesignForm): [string, string | undefined][] {
  const { runs, blocks, extend, criterion, algorithm } = form;
  const isBlocked = blocks.trim() !== '';
  return [
    ['runs', numberProblem(runs, [1, 10_000, true], extend || isBlocked)],
    ['blocks', numberProblem(blocks, [extend ? 1 : 2, Math.max(2, parseNumber(runs) ?? 500), true])],
    ['criterion', isBlocked && !['D', 'A', 'I'].includes(criterion) ? 'D, A or I in blocks' : undefined],
    [
      'algorithm',
      isBlocked && algorithm !== 'coordinate_exchange' ? 'coordinate exchange in blocks' : undefined,
    ],
  ];
}

/** Checks what can be checked without the server, field by field. */
export function designProblems(form: DesignForm, kind: Kind, variables: readonly Variable[]): Problems {
  const found: [string, string | undefined][] = [['seed', numberProblem(form.seed, [0, 4294967295, true])]];
  if (kind === 'initial') found.push(...methodProblems(form.initial));
  if (kind === 'optimal') found.push(...optimalProblems(form), ...searchProblems(form, variables));
  if (kind === 'split-plot')
    for (const level of levelsOf(variables)) {
      found.push(
        ...methodProblems(form.nested[level]).map(([field, text]): [string, string | undefined] => [
          `${level}.${field}`,
          text,
        ]),
      );
      if (level !== 'easy')
        found.push([`replicates.${level}`, numberProblem(form.replicates[level], [1, 100, true])]);
    }
  if (kind === 'optimal-split-plot') {
    for (const level of plotLevels(variables)) {
      found.push([`units.${level}`, numberProblem(form.units[level], [1, 5000, true], true)]);
      if (level !== 'easy')
        found.push([`ratios.${level}`, numberProblem(form.ratios[level], [0, 1e6, false])]);
    }
    found.push(...searchProblems(form, variables));
  }
  return Object.fromEntries(found.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
