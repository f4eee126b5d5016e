import { isRecord } from '../../../contract/is-record.ts';

type Item = Readonly<Record<string, unknown>>;

/** The runs of a file, each an object if all is well. */
export interface Items {
  readonly items: readonly unknown[];
  readonly remarks: readonly string[];
}

const prefixed = (name: string, values: unknown): [string, unknown][] =>
  isRecord(values) ? Object.entries(values).map(([key, value]) => [`${name}_${key}`, value]) : [];

/** One result as `value`, several as `values_0`, `values_1`, … */
const results = (given: unknown): [string, unknown][] =>
  Array.isArray(given) && given.length > 1
    ? given.map((value, i) => [`values_${i}`, value])
    : [['value', Array.isArray(given) ? given[0] : given]];

/** `TrialState` of Optuna by number. */
const states = ['RUNNING', 'COMPLETE', 'PRUNED', 'FAIL', 'WAITING'];

/** What Optuna keeps of a trial except its settings, results and state, and what is no value of the run. */
const dropped = new Set(['distributions', 'intermediate_values']);

function trialOfOptuna(trial: Item): Item {
  const named = Object.entries(trial).map(([name, value]) => [name.replace(/^_/, ''), value] as const);
  return Object.fromEntries(
    named.flatMap(([name, value]): [string, unknown][] => {
      if (dropped.has(name)) return [];
      if (name === 'values' || name === 'value') return results(value);
      if (name === 'state') return [[name, states[Number(value)] ?? String(value).replace(/^\w+\./, '')]];
      return ['params', 'user_attrs', 'system_attrs'].includes(name)
        ? prefixed(name, value)
        : [[name, value]];
    }),
  );
}

const isTrialOfOptuna = (item: unknown): boolean =>
  isRecord(item) &&
  isRecord(item.params ?? item._params) &&
  ['value', 'values', '_values', 'target'].some((name) => Object.hasOwn(item, name));

/** A trial of hyperopt: the settings are lists of one value, and none where another choice leaves them out. */
function trialOfHyperopt({ tid, result, misc }: Item): Item {
  const { loss, status } = result as Item;
  const values = Object.entries((misc as { vals: Item }).vals);
  return {
    number: tid,
    ...Object.fromEntries(
      values.map(([name, list]) => [`params_${name}`, Array.isArray(list) ? list[0] : list]),
    ),
    value: loss,
    state: status === 'ok' ? 'COMPLETE' : 'FAIL',
  };
}

const isTrialOfHyperopt = (item: unknown): boolean =>
  isRecord(item) && isRecord(item.result) && isRecord(item.misc) && isRecord(item.misc.vals);

/** A line of the logger of Nevergrad: what has `#` in front is no setting. */
function trialOfNevergrad(line: Item): Item {
  const values = Object.entries(line).filter(([name]) => !name.startsWith('#'));
  return {
    number: line['#num-tell'],
    ...Object.fromEntries(values.map(([name, value]) => [`params_${name}`, value])),
    value: line['#loss'],
  };
}

const isTrialOfNevergrad = (item: unknown): boolean =>
  isRecord(item) && Object.hasOwn(item, '#loss') && Object.hasOwn(item, '#parametrization');

/** What SMAC notes of a run: an object (2.2), a list (2.0), or two lists of what was asked and what came out (1). */
function noteOfSmac(entry: unknown): { id: unknown; cost: unknown; status: unknown } {
  if (isRecord(entry)) return { id: entry.config_id, cost: entry.cost, status: entry.status };
  const cells = entry as unknown[];
  const [key, value] = cells;
  if (!Array.isArray(key) || !Array.isArray(value)) return { id: key, cost: cells[4], status: cells.at(-4) };
  return { id: key[0], cost: value[0], status: isRecord(value[2]) ? value[2].__enum__ : value[2] };
}

/** `runhistory.json` of SMAC: a run that did not succeed has a cost that SMAC made up. */
function runsOfSmac({ data, configs }: Item): Items | undefined {
  const areRuns = Array.isArray(data) && data.every((one) => isRecord(one) || Array.isArray(one));
  if (!areRuns || !isRecord(configs)) return undefined;
  const notes = data.map(noteOfSmac);
  if (!notes.every(({ id }) => isRecord(configs[String(id)]))) return undefined;
  const items = notes.map(({ id, cost, status }) => {
    const isDone = status === 1 || String(status).endsWith('SUCCESS');
    const isRunning = status === 0 || String(status).endsWith('RUNNING');
    return {
      number: id,
      ...Object.fromEntries(prefixed('params', configs[String(id)])),
      ...Object.fromEntries(isDone ? results(cost) : []),
      state: isDone ? 'COMPLETE' : isRunning ? 'RUNNING' : 'FAIL',
    };
  });
  return { items, remarks: ["the runs of SMAC are in 'data', and their settings in 'configs'"] };
}

const namesPoints = /^(?:x_iters|query_points|params|(?:train_)?x)$/i;
const namesValues = /^(?:func_vals|query_vals|observations|values|(?:train_)?y)$/i;

/** Points and their values side by side, without names of the settings, as scikit-optimize, Dragonfly, Trieste and Olympus keep them. */
function runsOfPoints(whole: Item): Items | undefined {
  const lists = Object.entries(whole).flatMap(([name, list]) =>
    Array.isArray(list) ? [{ name, list }] : [],
  );
  const points = lists.find(
    ({ name, list }) => namesPoints.test(name) && list.length > 0 && list.every(Array.isArray),
  );
  const values = lists.find(
    ({ name, list }) => namesValues.test(name) && list.length === points?.list.length,
  );
  if (points === undefined || values === undefined) return undefined;
  const items = (points.list as unknown[][]).map((point, i) => ({
    ...Object.fromEntries(point.map((value, k) => [`params_x${k}`, value])),
    ...Object.fromEntries(results(values.list[i])),
  }));
  return {
    items,
    remarks: [
      `each point in '${points.name}' is a run; its settings are named x0, x1, … as the file does not name them`,
    ],
  };
}

/**
 * The runs in what Optuna, bayes_opt, hyperopt, Nevergrad, SMAC, scikit-optimize, Dragonfly, Trieste or Olympus wrote as JSON, if it is that, under the names of
 * `trials_dataframe` of Optuna: `params_T`, `value`, `state`.
 */
export function runsOfProgram(whole: unknown): Items | undefined {
  if (isRecord(whole)) return runsOfSmac(whole) ?? runsOfPoints(whole);
  if (!Array.isArray(whole) || whole.length === 0) return undefined;
  if (whole.every(isTrialOfOptuna)) return { items: whole.map(trialOfOptuna), remarks: [] };
  if (whole.every(isTrialOfNevergrad)) return { items: whole.map(trialOfNevergrad), remarks: [] };
  return whole.every(isTrialOfHyperopt) ? { items: whole.map(trialOfHyperopt), remarks: [] } : undefined;
}

/** What holds the state of a program, and the line of Python that writes its runs as a table. */
const stateOf: Readonly<Record<string, readonly [what: string, line: string]>> = {
  AxClient: ['a client of Ax', 'ax_client.get_trials_data_frame()'],
  Client: ['a client of Ax', 'client.summarize()'],
  Experiment: ['an experiment of Ax', 'experiment.to_df()'],
  Campaign: ['a campaign of BayBE', 'campaign.measurements'],
};

/** What to do with a file that holds the state of another program and not its runs, if it is one. */
export function insteadOfState(whole: unknown): string | undefined {
  if (!isRecord(whole)) return undefined;
  if (Array.isArray(whole.hyperparameters) && Object.hasOwn(whole, 'forbiddens'))
    return 'this is a configuration space without runs; the runs of SMAC are in runhistory.json';
  const isCampaign = isRecord(whole.searchspace) && Object.hasOwn(whole, 'recommender');
  const type = isCampaign ? 'Campaign' : String(whole.__type ?? whole._type ?? whole.type);
  const [what, line] = (Object.hasOwn(stateOf, type) && stateOf[type]) || [];
  return line === undefined
    ? undefined
    : `this is ${what}; import its table of runs, which ${line}.to_csv('runs.csv', index=False) writes in Python`;
}
