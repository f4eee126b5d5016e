import type { InitialDesignRequest } from '../../../contract/designs/design.ts';
import { type DesignMethodChoice, designMethodChoices } from '../../../contract/families.ts';
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
  readonly fold: string;
  readonly blocks: string;
  readonly fake: string;
}

type MethodField = Exclude<keyof MethodForm, 'method'>;

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
  fold: '',
  blocks: '',
  fake: '',
});

/** Name of each field on the wire, and whether it is a number there. */
const wireNames: Readonly<Record<MethodField, readonly [string, boolean]>> = {
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
  fold: ['fold_over', false],
  blocks: ['n_blocks', true],
  fake: ['n_fake', true],
};

const fields = Object.entries(wireNames) as [MethodField, readonly [string, boolean]][];

/** What a method is, and the fields of the form that it reads. */
export interface MethodInfo extends DesignMethodChoice {
  readonly fields: readonly MethodField[];
}

export const methods: readonly MethodInfo[] = designMethodChoices.map((choice) => ({
  ...choice,
  fields: fields.flatMap(([field, [name]]) => (choice.parameters.some((one) => one === name) ? [field] : [])),
}));

/** The fields that have an effect as the form stands: faced axial runs have no distance to choose. */
export const fieldsOf = ({ fields }: MethodInfo, form: MethodForm): readonly MethodField[] =>
  form.face === 'faced' ? fields.filter((field) => field !== 'alpha') : fields;

/** Whether the number of runs is chosen: such runs are spread in the order in which they come. */
export const isSpaceFilling = (form: MethodForm): boolean =>
  methods.find(({ name }) => name === form.method)?.fields.includes('points') ?? false;

/** An integer as typed; undefined for anything else. */
export const numeric = (text: string): number | undefined => {
  const value = parseNumber(text);
  return value === undefined ? undefined : Math.round(value);
};

/** Options of a method, only those that it reads and that are filled in. */
export function methodBody(form: MethodForm): InitialDesignRequest & { method: Method } {
  const info = methods.find((entry) => entry.name === form.method);
  const texts: Record<string, string | number | undefined> = {};
  for (const field of info === undefined ? [] : fieldsOf(info, form)) {
    const [name, isNumber] = wireNames[field];
    texts[name] = isNumber ? numeric(form[field]) : form[field].trim() || undefined;
  }
  const filled = Object.fromEntries(Object.entries(texts).filter(([, value]) => value !== undefined));
  return { method: form.method as Method, ...filled };
}
