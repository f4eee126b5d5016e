import type {
  InitialDesignRequest,
  OptimalDesignRequest,
  SplitPlotRequest,
} from '../../../contract/design.ts';
import { type Call, sessionCall } from '../../api/call.ts';
import type { Variable } from '../../api/types.ts';
import { parseNumber } from '../../components/csv.ts';

export type Kind = 'initial' | 'optimal' | 'split-plot';
export type Level = 'very_hard' | 'hard' | 'easy';
type Method = NonNullable<InitialDesignRequest['method']>;

/** What is chosen for one design, or for one level of a split-plot design. Numbers as typed. */
export interface MethodForm {
  readonly method: string;
  readonly points: string;
  readonly levels: string;
  readonly centre: string;
  readonly generators: string;
  readonly resolution: string;
  readonly runs: string;
  readonly degree: string;
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
  readonly criterion: NonNullable<OptimalDesignRequest['criterion']>;
  readonly algorithm: '' | NonNullable<OptimalDesignRequest['algorithm']>;
  readonly nested: Readonly<Record<Level, MethodForm>>;
  readonly replicates: Readonly<Record<'very_hard' | 'hard', string>>;
}

const method = (name: string, points: string): MethodForm => ({
  method: name,
  points,
  levels: '2',
  centre: '',
  generators: '',
  resolution: '',
  runs: '',
  degree: '2',
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
  algorithm: '',
  nested: {
    very_hard: method('full_factorial', '3'),
    hard: method('full_factorial', '3'),
    easy: method('lhs', '4'),
  },
  replicates: { very_hard: '', hard: '' },
};

export interface MethodInfo {
  readonly name: Method;
  readonly label: string;
  readonly about: string;
  /** Fields of the form that the method reads. */
  readonly fields: readonly Exclude<keyof MethodForm, 'method'>[];
}

export const methods: readonly MethodInfo[] = [
  {
    name: 'lhs',
    label: 'Latin hypercube',
    about: 'Spreads any number of runs evenly over every variable. The usual start.',
    fields: ['points'],
  },
  {
    name: 'maximin',
    label: 'Maximin',
    about: 'Keeps any two runs as far apart as can be.',
    fields: ['points'],
  },
  {
    name: 'maxpro',
    label: 'Maximum projection',
    about: 'Even also when only some of the variables turn out to matter.',
    fields: ['points'],
  },
  {
    name: 'sobol',
    label: 'Sobol',
    about: 'Even coverage that stays even as runs are added.',
    fields: ['points'],
  },
  { name: 'halton', label: 'Halton', about: 'Even coverage, always the same points.', fields: ['points'] },
  {
    name: 'hammersly',
    label: 'Hammersley',
    about: 'Even coverage for a fixed number of runs.',
    fields: ['points'],
  },
  { name: 'random', label: 'Random', about: 'Independent draws.', fields: ['points'] },
  {
    name: 'full_factorial',
    label: 'Full factorial',
    about: 'Every combination of levels.',
    fields: ['levels', 'centre'],
  },
  {
    name: 'fractional_factorial',
    label: 'Fractional factorial',
    about: 'A chosen share of the two-level combinations.',
    fields: ['generators', 'resolution', 'runs', 'centre'],
  },
  {
    name: 'plackett_burman',
    label: 'Plackett–Burman',
    about: 'Screens many variables in few runs.',
    fields: ['centre'],
  },
  {
    name: 'definitive_screening',
    label: 'Definitive screening',
    about: 'Screens with three levels, so that curvature shows.',
    fields: [],
  },
  {
    name: 'orthogonal_array',
    label: 'Orthogonal array',
    about: 'Balanced over every pair of variables, with several levels.',
    fields: ['runs'],
  },
  {
    name: 'box_behnken',
    label: 'Box–Behnken',
    about: 'Second-order model without the extreme corners.',
    fields: ['centre'],
  },
  {
    name: 'ccd',
    label: 'Central composite',
    about: 'Corners, axes and centre for a second-order model.',
    fields: ['face', 'alpha', 'centre'],
  },
  {
    name: 'gsd',
    label: 'Generalized subset',
    about: 'A fraction of a full factorial with several levels.',
    fields: ['levels', 'reduction'],
  },
  {
    name: 'simplex_lattice',
    label: 'Simplex lattice',
    about: 'Mixtures: parts that add up, in even steps.',
    fields: ['degree'],
  },
  {
    name: 'simplex_centroid',
    label: 'Simplex centroid',
    about: 'Mixtures: pure parts and even blends.',
    fields: [],
  },
  {
    name: 'extreme_vertices',
    label: 'Extreme vertices',
    about: 'Mixtures with limits: the corners of what is allowed.',
    fields: [],
  },
];

/** Name of each field on the wire, and whether it is a number there. */
const wireNames: Readonly<Record<Exclude<keyof MethodForm, 'method'>, readonly [string, boolean]>> = {
  points: ['n_points', true],
  levels: ['n_levels', true],
  centre: ['n_center', true],
  generators: ['generators', false],
  resolution: ['resolution', true],
  runs: ['n_runs', true],
  degree: ['lattice_degree', true],
  face: ['ccd_face', false],
  alpha: ['ccd_alpha', false],
  reduction: ['gsd_reduction', true],
};

const numeric = (text: string): number | undefined => {
  const value = parseNumber(text);
  return value === undefined ? undefined : Math.round(value);
};

/** Options of a method, only those that it reads and that are filled in. */
function methodBody(form: MethodForm): InitialDesignRequest & { method: Method } {
  const info = methods.find((entry) => entry.name === form.method);
  const texts: Record<string, string | number | undefined> = {};
  for (const field of info?.fields ?? []) {
    const [name, isNumber] = wireNames[field];
    texts[name] = isNumber ? numeric(form[field]) : form[field].trim() || undefined;
  }
  const filled = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined));
  return { method: form.method as Method, ...filled };
}

/** Levels of change that the variables have, hardest first. */
export function levelsOf(variables: readonly Variable[]): Level[] {
  const own = variables.filter((variable) => variable.role !== 'observed');
  return (['very_hard', 'hard', 'easy'] as const).filter((level) =>
    own.some((variable) => (variable.changes ?? 'easy') === level),
  );
}

/** Which terms the model has, as the two routes of optimal designs take it. */
export function modelBody(form: DesignForm): Pick<OptimalDesignRequest, 'model_type' | 'effects'> {
  if (form.model !== 'effects') return { model_type: form.model };
  const effects = form.effects.split(/[,\n;]/).map((text) => text.trim());
  return { effects: effects.filter((text) => text !== '') };
}

/** The form as a request. */
export function designCall(id: string, kind: Kind, form: DesignForm, variables: readonly Variable[]): Call {
  const seed = numeric(form.seed);
  const seeded = seed === undefined ? {} : { random_seed: seed };
  if (kind === 'initial') {
    const waive = form.allowInfeasible ? { allow_infeasible: true } : {};
    return sessionCall('POST', id, 'initial-design', {
      body: { ...methodBody(form.initial), ...seeded, ...waive },
    });
  }
  if (kind === 'optimal') {
    const runs = numeric(form.runs);
    const size = runs === undefined ? { p_multiplier: 2 } : { n_points: runs };
    const search = form.algorithm === '' ? {} : { algorithm: form.algorithm };
    const body = { ...modelBody(form), ...size, criterion: form.criterion, ...search, ...seeded };
    return sessionCall('POST', id, 'optimal-design', { body });
  }
  const levels = levelsOf(variables);
  const designs = Object.fromEntries(levels.map((level) => [level, methodBody(form.nested[level])]));
  const replicates = Object.fromEntries(
    (['very_hard', 'hard'] as const).flatMap((level) => {
      const n = numeric(form.replicates[level]);
      return levels.includes(level) && n !== undefined ? [[level, n]] : [];
    }),
  );
  const body: SplitPlotRequest = { designs, replicates, ...seeded };
  return sessionCall('POST', id, 'split-plot-design', { body });
}
