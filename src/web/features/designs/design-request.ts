import type { OptimalDesignRequest, SplitPlotRequest } from '../../../contract/designs/design.ts';
import type { OptimalSplitPlotRequest } from '../../../contract/designs/optimal-split-plot.ts';
import { type ChangeLevel, changeLevels, type HardLevel, hardLevels } from '../../../contract/families.ts';
import { type Call, sessionCall } from '../../api/call.ts';
import type { Inputs, Variable } from '../../api/types.ts';
import { parseNumber } from '../../text/numbers.ts';
import { isSpaceFilling, type MethodForm, method, methodBody, numeric } from './design-methods.ts';
import { type Combination, forbiddenBody } from './forbidden.ts';

export type Kind = 'initial' | 'optimal' | 'split-plot' | 'optimal-split-plot';

/** What is chosen for a design. Numbers as typed. */
export interface DesignForm {
  readonly initial: MethodForm;
  readonly seed: string;
  readonly allowInfeasible: boolean;
  /** Whether runs of a classical or optimal design come in random order. */
  readonly shuffled: boolean;
  readonly model: 'linear' | 'interaction' | 'quadratic' | 'effects';
  readonly effects: readonly string[];
  readonly runs: string;
  /** Blocks that the runs of an optimal design are divided into, as evenly as possible. */
  readonly blocks: string;
  readonly criterion: NonNullable<OptimalDesignRequest['criterion']>;
  readonly algorithm: NonNullable<OptimalDesignRequest['algorithm']>;
  readonly nested: Readonly<Record<ChangeLevel, MethodForm>>;
  readonly replicates: Readonly<Record<HardLevel, string>>;
  /** Start from the experiments recorded so far and add runs to them. */
  readonly extend: boolean;
  /** What criterion I averages over. */
  readonly moments: NonNullable<OptimalDesignRequest['moments']>;
  readonly continuous: boolean;
  readonly lattice: string;
  readonly effort: string;
  readonly forbidden: readonly Combination[];
  readonly plotCriterion: NonNullable<OptimalSplitPlotRequest['criterion']>;
  /** Plots of a level in each plot of the level before it; for easy the runs of a plot. */
  readonly units: Readonly<Record<ChangeLevel, string>>;
  /** Variance between the plots of a level over that between runs. */
  readonly ratios: Readonly<Record<HardLevel, string>>;
}

export const standardForm: DesignForm = {
  initial: method('concentric', '12'),
  seed: '',
  allowInfeasible: false,
  shuffled: true,
  model: 'quadratic',
  effects: [],
  runs: '',
  blocks: '',
  criterion: 'D',
  algorithm: 'coordinate_exchange',
  nested: {
    very_hard: method('full_factorial', '3'),
    hard: method('full_factorial', '3'),
    easy: method('lhs', '4'),
  },
  replicates: { very_hard: '', hard: '' },
  extend: false,
  moments: 'region',
  continuous: true,
  lattice: '',
  effort: '',
  forbidden: [],
  plotCriterion: 'D',
  units: { very_hard: '3', hard: '5', easy: '4' },
  ratios: { very_hard: '', hard: '' },
};

/** Levels of change that the variables have, hardest first. */
export function levelsOf(variables: readonly Variable[]): ChangeLevel[] {
  const own = variables.filter((variable) => variable.role !== 'observed');
  return changeLevels.filter((level) => own.some((variable) => (variable.changes ?? 'easy') === level));
}

/** Which terms the model has, as the two routes of optimal designs take it. */
export function modelBody(form: DesignForm): Pick<OptimalDesignRequest, 'model_type' | 'effects'> {
  if (form.model !== 'effects') return { model_type: form.model };
  return { effects: [...form.effects] };
}

/** Levels of an optimal split-plot design: those at which variables change, and always the runs. */
export const plotLevels = (variables: readonly Variable[]): ChangeLevel[] => [
  ...levelsOf(variables).filter((level) => level !== 'easy'),
  'easy',
];

/** Runs that the plots hold together; undefined while a number is missing. */
export function plotRuns(form: DesignForm, variables: readonly Variable[]): number | undefined {
  let runs = 1;
  for (const level of plotLevels(variables)) runs *= numeric(form.units[level]) ?? Number.NaN;
  return Number.isFinite(runs) ? runs : undefined;
}

/** Variance of the plots over that of runs, outermost plots first, as typed or by default. */
export const plotRatios = (form: DesignForm, variables: readonly Variable[]): string[] =>
  plotLevels(variables).flatMap((level) => (level === 'easy' ? [] : [form.ratios[level].trim() || '1']));

/** Choices of the search that both kinds of optimal design have; what is left as it is, is not sent. */
function searchBody(form: DesignForm, variables: readonly Variable[]) {
  const lattice = numeric(form.lattice);
  const effort = parseNumber(form.effort);
  const forbidden = forbiddenBody(form.forbidden, variables);
  return {
    ...(lattice === undefined ? {} : { n_levels: lattice }),
    ...(effort === undefined ? {} : { effort }),
    ...(form.continuous ? {} : { continuous: false }),
    ...(forbidden.length === 0 ? {} : { forbidden }),
  };
}

const seedBody = (form: DesignForm): { random_seed?: number } => {
  const seed = numeric(form.seed);
  return seed === undefined ? {} : { random_seed: seed };
};

const orderBody = (form: DesignForm): { order?: 'random' } => (form.shuffled ? { order: 'random' } : {});

/** Runs, in blocks as even as possible if there are any. */
function runsBody({ runs: text, blocks: many }: DesignForm, kept: number) {
  const runs = numeric(text);
  const count = numeric(many);
  if (runs === undefined) return { p_multiplier: 2 };
  if (count === undefined) return { n_points: kept + runs };
  return { blocks: Array.from({ length: count }, (_, i) => Math.floor((runs + count - 1 - i) / count)) };
}

function optimalBody(form: DesignForm, variables: readonly Variable[], recorded: readonly Inputs[]) {
  const kept = form.extend ? recorded.length : 0;
  return {
    ...modelBody(form),
    ...runsBody(form, kept),
    criterion: form.criterion,
    // By name also the default: only then may there be more runs than candidates.
    algorithm: form.algorithm,
    ...(form.criterion === 'I' && form.moments === 'grid' ? { moments: form.moments } : {}),
    ...(kept > 0 ? { existing: [...recorded] } : {}),
    ...searchBody(form, variables),
    ...orderBody(form),
    ...seedBody(form),
  };
}

function nestedBody(form: DesignForm, variables: readonly Variable[]): SplitPlotRequest {
  const levels = levelsOf(variables);
  const designs = Object.fromEntries(levels.map((level) => [level, methodBody(form.nested[level])]));
  const replicates = Object.fromEntries(
    hardLevels.flatMap((level) => {
      const n = numeric(form.replicates[level]);
      return levels.includes(level) && n !== undefined ? [[level, n]] : [];
    }),
  );
  return { designs, replicates, ...seedBody(form) };
}

function plotBody(form: DesignForm, variables: readonly Variable[]): OptimalSplitPlotRequest {
  const levels = plotLevels(variables);
  const ratios = levels.flatMap((level) => {
    const ratio = level === 'easy' ? undefined : parseNumber(form.ratios[level]);
    return ratio === undefined ? [] : [[level, ratio] as const];
  });
  return {
    ...modelBody(form),
    units: Object.fromEntries(
      levels.map((level) => [level, numeric(form.units[level]) ?? 1]),
    ) as OptimalSplitPlotRequest['units'],
    ...(ratios.length === 0 ? {} : { variance_ratios: Object.fromEntries(ratios) }),
    criterion: form.plotCriterion,
    ...searchBody(form, variables),
    ...seedBody(form),
  };
}

/**
 * The form as a request.
 * @param recorded settings of the experiments so far, for a design that adds to them
 */
export function designCall(
  id: string,
  kind: Kind,
  form: DesignForm,
  variables: readonly Variable[],
  recorded: readonly Inputs[],
): Call {
  if (kind === 'initial') {
    const waive = form.allowInfeasible ? { allow_infeasible: true } : {};
    return sessionCall('POST', id, 'initial-design', {
      body: {
        ...methodBody(form.initial),
        ...(isSpaceFilling(form.initial) ? {} : orderBody(form)),
        ...seedBody(form),
        ...waive,
      },
    });
  }
  if (kind === 'optimal')
    return sessionCall('POST', id, 'optimal-design', { body: optimalBody(form, variables, recorded) });
  if (kind === 'optimal-split-plot')
    return sessionCall('POST', id, 'optimal-split-plot-design', { body: plotBody(form, variables) });
  return sessionCall('POST', id, 'split-plot-design', { body: nestedBody(form, variables) });
}

/**
 * A fraction tells what it cannot separate only where it was asked for by size, resolution or generators: the call for
 * the same design by the generators that were chosen; undefined where nothing is left to tell.
 */
export function aliasesCall<Answer>(
  call: Call<Answer>,
  info: Readonly<Record<string, unknown>> | null | undefined,
): Call<Answer> | undefined {
  const generators = info?.['generators'];
  if (typeof generators !== 'string' || info?.['resolution'] !== undefined) return undefined;
  const isWhole = generators.split(' ').every((word) => word.length === 1);
  return isWhole ? undefined : { ...call, body: { ...(call.body as object), generators } };
}
