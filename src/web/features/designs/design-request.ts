import type { Call } from '../../api/http.ts';
import { at } from '../../api/session.ts';
import type { Variable } from '../../api/types.ts';
import { parseNumber } from '../../components/csv.ts';

export type Kind = 'initial' | 'optimal' | 'split-plot';
export type Level = 'very_hard' | 'hard' | 'easy';

/** What is chosen for one design, or for one level of a split-plot design. Numbers as typed. */
export interface MethodForm {
  readonly method: string;
  readonly points: string;
  readonly levels: string;
  readonly centre: string;
  readonly generators: string;
  readonly face: string;
  readonly alpha: string;
  readonly reduction: string;
}

export interface DesignForm {
  readonly initial: MethodForm;
  readonly seed: string;
  readonly allowInfeasible: boolean;
  readonly model: 'linear' | 'interaction' | 'quadratic' | 'effects';
  readonly effects: string;
  readonly runs: string;
  readonly criterion: 'D' | 'A' | 'I';
  readonly algorithm: string;
  readonly nested: Readonly<Record<Level, MethodForm>>;
  readonly replicates: Readonly<Record<'very_hard' | 'hard', string>>;
}

const method = (name: string, points: string): MethodForm => ({
  method: name,
  points,
  levels: '2',
  centre: '',
  generators: '',
  face: 'circumscribed',
  alpha: 'orthogonal',
  reduction: '2',
});

export const standardForm: DesignForm = {
  initial: method('lhs', '12'),
  seed: '',
  allowInfeasible: false,
  model: 'quadratic',
  effects: '',
  runs: '',
  criterion: 'D',
  algorithm: 'fedorov',
  nested: {
    very_hard: method('full_factorial', '3'),
    hard: method('full_factorial', '3'),
    easy: method('lhs', '4'),
  },
  replicates: { very_hard: '', hard: '' },
};

export interface MethodInfo {
  readonly name: string;
  readonly label: string;
  readonly about: string;
  /** Fields of the form that the method reads. */
  readonly fields: readonly (keyof MethodForm)[];
  readonly filling: boolean;
}

export const methods: readonly MethodInfo[] = [
  {
    name: 'lhs',
    label: 'Latin hypercube',
    about: 'Spreads any number of runs evenly over every variable. The usual start.',
    fields: ['points'],
    filling: true,
  },
  {
    name: 'sobol',
    label: 'Sobol',
    about: 'Even coverage that stays even as runs are added.',
    fields: ['points'],
    filling: true,
  },
  {
    name: 'halton',
    label: 'Halton',
    about: 'Even coverage, always the same points.',
    fields: ['points'],
    filling: true,
  },
  {
    name: 'hammersly',
    label: 'Hammersley',
    about: 'Even coverage for a fixed number of runs.',
    fields: ['points'],
    filling: true,
  },
  { name: 'random', label: 'Random', about: 'Independent draws.', fields: ['points'], filling: true },
  {
    name: 'full_factorial',
    label: 'Full factorial',
    about: 'Every combination of levels.',
    fields: ['levels', 'centre'],
    filling: false,
  },
  {
    name: 'fractional_factorial',
    label: 'Fractional factorial',
    about: 'A chosen share of the two-level combinations.',
    fields: ['generators', 'centre'],
    filling: false,
  },
  {
    name: 'plackett_burman',
    label: 'Plackett–Burman',
    about: 'Screens many variables in few runs.',
    fields: ['centre'],
    filling: false,
  },
  {
    name: 'box_behnken',
    label: 'Box–Behnken',
    about: 'Second-order model without the extreme corners.',
    fields: ['centre'],
    filling: false,
  },
  {
    name: 'ccd',
    label: 'Central composite',
    about: 'Corners, axes and centre for a second-order model.',
    fields: ['face', 'alpha', 'centre'],
    filling: false,
  },
  {
    name: 'gsd',
    label: 'Generalized subset',
    about: 'A fraction of a full factorial with several levels.',
    fields: ['levels', 'reduction'],
    filling: false,
  },
];

const numeric = (text: string): number | undefined => {
  const value = parseNumber(text);
  return value === undefined ? undefined : Math.round(value);
};

/** Options of a method, only those that it reads and that are filled in. */
function methodBody(form: MethodForm): Record<string, unknown> {
  const info = methods.find((entry) => entry.name === form.method);
  const body: Record<string, unknown> = { method: form.method };
  const put = (field: keyof MethodForm, name: string, value: unknown): void => {
    if (info?.fields.includes(field) && value !== undefined && value !== '') body[name] = value;
  };
  put('points', 'n_points', numeric(form.points));
  put('levels', 'n_levels', numeric(form.levels));
  put('centre', 'n_center', numeric(form.centre));
  put('generators', 'generators', form.generators.trim());
  put('face', 'ccd_face', form.face);
  put('alpha', 'ccd_alpha', form.alpha);
  put('reduction', 'gsd_reduction', numeric(form.reduction));
  return body;
}

/** Levels of change that the variables have, hardest first. */
export function levelsOf(variables: readonly Variable[]): Level[] {
  const own = variables.filter((variable) => variable.role !== 'observed');
  return (['very_hard', 'hard', 'easy'] as const).filter((level) =>
    own.some((variable) => (variable.changes ?? 'easy') === level),
  );
}

export const modelBody = (form: DesignForm): Record<string, unknown> =>
  form.model === 'effects'
    ? {
        effects: form.effects
          .split(/[,\n;]/)
          .map((text) => text.trim())
          .filter((text) => text !== ''),
      }
    : { model_type: form.model };

/** The form as a request. */
export function designCall(id: string, kind: Kind, form: DesignForm, variables: readonly Variable[]): Call {
  const seed = numeric(form.seed);
  const seeded = seed === undefined ? {} : { random_seed: seed };
  if (kind === 'initial') {
    const waive = form.allowInfeasible ? { allow_infeasible: true } : {};
    return {
      method: 'POST',
      path: at(id, 'initial-design'),
      body: { ...methodBody(form.initial), ...seeded, ...waive },
    };
  }
  if (kind === 'optimal') {
    const runs = numeric(form.runs);
    const size = runs === undefined ? { p_multiplier: 2 } : { n_points: runs };
    const body = {
      ...modelBody(form),
      ...size,
      criterion: form.criterion,
      algorithm: form.algorithm,
      ...seeded,
    };
    return { method: 'POST', path: at(id, 'optimal-design'), body };
  }
  const levels = levelsOf(variables);
  const designs = Object.fromEntries(levels.map((level) => [level, methodBody(form.nested[level])]));
  const replicates = Object.fromEntries(
    (['very_hard', 'hard'] as const).flatMap((level) => {
      const n = numeric(form.replicates[level]);
      return levels.includes(level) && n !== undefined ? [[level, n]] : [];
    }),
  );
  return { method: 'POST', path: at(id, 'split-plot-design'), body: { designs, replicates, ...seeded } };
}
