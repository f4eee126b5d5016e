import type { InitialDesignRequest } from '../../../contract/design.ts';
import { parseNumber } from '../../text/numbers.ts';

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

/** A method with its usual choices. */
export const method = (name: string, points: string): MethodForm => ({
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

export interface MethodInfo {
  readonly name: Method;
  readonly label: string;
  readonly about: string;
  /** Fields of the form that the method reads. */
  readonly fields: readonly Exclude<keyof MethodForm, 'method'>[];
}

export const methods: readonly MethodInfo[] = [
  {
    name: 'concentric',
    label: 'Concentric',
    about: 'Shells around the middle, denser inside. The usual start when suggestions follow.',
    fields: ['points'],
  },
  {
    name: 'lhs',
    label: 'Latin hypercube',
    about: 'Spreads any number of runs evenly over every variable.',
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

/** A whole number as typed; undefined for anything else. */
export const numeric = (text: string): number | undefined => {
  const value = parseNumber(text);
  return value === undefined ? undefined : Math.round(value);
};

/** Options of a method, only those that it reads and that are filled in. */
export function methodBody(form: MethodForm): InitialDesignRequest & { method: Method } {
  const info = methods.find((entry) => entry.name === form.method);
  const texts: Record<string, string | number | undefined> = {};
  for (const field of info?.fields ?? []) {
    const [name, isNumber] = wireNames[field];
    texts[name] = isNumber ? numeric(form[field]) : form[field].trim() || undefined;
  }
  const filled = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined));
  return { method: form.method as Method, ...filled };
}
