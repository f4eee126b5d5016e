import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { runAlone } from '../src/engine/compute/lockstep.ts';
import { descend } from '../src/engine/gp/fit/descent.ts';
import { fitParameters } from '../src/engine/gp/fit/fit.ts';
import { type FitProblem, openObjective, variablesOf } from '../src/engine/gp/fit/objective.ts';
import { modelOf, planOf, problemOf } from '../src/engine/gp/fit/plan-fit.ts';
import { orderStarts, startCandidates } from '../src/engine/gp/fit/starts.ts';
import { createPosterior } from '../src/engine/gp/posterior/posterior.ts';
import type { RunContext } from '../src/engine/run-context.ts';
import { median } from './support/averages.ts';
import { openNative } from './support/backends.ts';
import { processorSeconds } from './support/clock.ts';
import { type ModeCase, modeCase } from './support/mode-cases.ts';
import { Report } from './support/report.ts';

/** Sets the search was chosen on, and sets it was not. */
const lists = { choose: 240, check: 240 } as const;
const seeds = [1, 2, 3, 4, 5];
/** A fit this far below the best known likelihood has missed it, nats. */
const MISSED = 1e-3;
/** A likelihood that changes by more than that within this of its best theta is not defined so finely. */
const NEARBY = 1e-9;
/** Starts of the curve of share against time; `undefined`: those of a fit. */
const STARTS = [1, 4, undefined, 24, 48];
/** Held-out nats beyond this count as this: single sets differ by thousands where the noise is held at 1e-10. */
const MOST_NATS = 1;
/** The long search: points that are screened, and starts that are descended to their ends. */
const LONG = { screened: 512, starts: 64 };

interface Best {
  readonly objective: number;
  readonly theta: readonly number[];
}

const bestFile = new URL('results/modes-best.json', import.meta.url);

/** One of the sets, the best known of it, and how well that predicts. */
interface Known {
  readonly example: ModeCase;
  readonly problem: FitProblem;
  readonly best: Best;
  readonly heldOut: number;
  /** Whether the likelihood is the same within a miss at thetas beside the best. */
  readonly defined: boolean;
}

function problemOfCase({ task }: ModeCase): FitProblem {
  const [y] = task.outputs;
  return problemOf(task, y, planOf(task, y), {}, undefined);
}

/** The best end of many descents on all rows, none given up. */
function longSearch(problem: FitProblem, context: RunContext): Best {
  const variables = variablesOf(problem.parameters);
  const candidates = startCandidates(variables, LONG.screened, 99);
  const count = candidates.length / variables.count;
  const objective = openObjective(problem, variables, LONG.starts, context, count);
  try {
    const { values } = runAlone(objective.evaluate(candidates, count, 'value'), context.backend);
    const starts = orderStarts(candidates, values, variables.count, LONG.screened, LONG.starts);
    const found = runAlone(descend(objective, starts, { maxIterations: 200 }), context.backend);
    const theta = new Float64Array(problem.parameters.length);
    variables.expand(found.x, 0, theta, 0);
    return { objective: -found.value, theta: [...theta] };
  } finally {
    objective.close();
  }
}

/** Mean negative log density of the held-out rows, noise included, at a theta; units of the outputs. */
function heldOutNlpd({ task, heldOut }: ModeCase, theta: readonly number[], context: RunContext): number {
  const [y] = task.outputs;
  const fitted = { theta: Float64Array.from(theta), objective: 0, evaluations: 0, fallbacks: [] };
  const model = modelOf(task, y, planOf(task, y), fitted, undefined);
  const posterior = createPosterior(model, context.backend);
  const { mean, std } = posterior.predict(heldOut.X, heldOut.n);
  posterior.free();
  const noise = Math.exp(model.theta[model.theta.length - 2]) * model.outputScale ** 2;
  return heldOut.y.reduce((sum, value, i) => {
    const variance = Math.max(std[i] ** 2 + noise, 1e-12);
    return (
      sum + (0.5 * Math.log(2 * Math.PI * variance) + (value - mean[i]) ** 2 / (2 * variance)) / heldOut.n
    );
  }, 0);
}

/** Whether the likelihood at thetas beside the best is the same within a miss: rounding decides it where factors barely exist. */
function isDefined(problem: FitProblem, { theta, objective: best }: Best, context: RunContext): boolean {
  const variables = variablesOf(problem.parameters);
  const shifts = Array.from({ length: 8 }, (_, i) => (i - 3.5) * NEARBY);
  const points = new Float64Array(shifts.length * variables.count);
  shifts.forEach((shift, i) => {
    const point = points.subarray(i * variables.count, (i + 1) * variables.count);
    variables.gather(
      Float64Array.from(theta, (value) => value + shift),
      point,
    );
  });
  const objective = openObjective(problem, variables, shifts.length, context);
  try {
    const { values } = runAlone(objective.evaluate(points, shifts.length, 'value'), context.backend);
    return values.every((value) => Math.abs(value + best) <= MISSED);
  } finally {
    objective.close();
  }
}

/** Fits of one set by all seeds with so many starts. */
function fitsOf(problem: FitProblem, restarts: number | undefined, context: RunContext) {
  const before = processorSeconds();
  const fits = seeds.map((seed) => fitParameters(problem, { seed, ...(restarts && { restarts }) }, context));
  return { fits, seconds: processorSeconds() - before };
}

/** The best known of a set: that of the file or of a long search, or a fit that is better. */
function knownOf(example: ModeCase, stored: Map<string, Best>, context: RunContext): Known {
  const problem = problemOfCase(example);
  let best = stored.get(example.name) ?? longSearch(problem, context);
  for (const restarts of STARTS)
    for (const { objective, theta } of fitsOf(problem, restarts, context).fits)
      if (objective > best.objective) best = { objective, theta: [...theta] };
  stored.set(example.name, best);
  return {
    ...{ example, problem, best, defined: isDefined(problem, best, context) },
    heldOut: heldOutNlpd(example, best.theta, context),
  };
}

/** Fits of many sets with so many starts, beside the best known. */
function judge(sets: readonly Known[], restarts: number | undefined, context: RunContext) {
  const judged = sets.map(({ example, problem, best, heldOut }) => {
    const { fits, seconds } = fitsOf(problem, restarts, context);
    const missed = fits.filter(({ objective }) => objective < best.objective - MISSED);
    const costs = missed.map(({ theta }) => heldOutNlpd(example, [...theta], context) - heldOut);
    return {
      example,
      fits,
      seconds,
      missed: missed.map(({ objective }) => best.objective - objective),
      costs,
    };
  });
  const count = sets.length * seeds.length;
  const costs = judged.flatMap((one) => one.costs);
  const clipped = costs.reduce((sum, cost) => sum + Math.max(-MOST_NATS, Math.min(MOST_NATS, cost)), 0);
  const row = {
    fits: count,
    'share found': 1 - costs.length / Math.max(1, count),
    'sets always found': judged.filter(({ missed }) => missed.length === 0).length,
    'cost of a miss, median': costs.length === 0 ? 0 : median(costs),
    mean: clipped / Math.max(1, costs.length),
    'misses that cost > 0.01': costs.filter((cost) => cost > 0.01).length,
    'that gain > 0.01': costs.filter((cost) => cost < -0.01).length,
    'nats per fit': clipped / Math.max(1, count),
    'likelihoods per fit':
      judged.reduce((sum, { fits }) => sum + fits.reduce((all, fit) => all + fit.evaluations, 0), 0) / count,
    'ms per fit': (1e3 * judged.reduce((sum, { seconds }) => sum + seconds, 0)) / count,
  };
  return { judged, row };
}

/** What sets are told apart by: rows, source of the outputs and recipe. */
const kinds: Readonly<Record<string, (name: string) => boolean>> = {
  'up to 20 rows': (name) => / n (12|16|20) /.test(name),
  '30 to 60 rows': (name) => / n (30|40|60) /.test(name),
  '90 to 200 rows': (name) => / n (90|140|200) /.test(name),
  'pure noise': (name) => name.includes(' nothing '),
  'a function': (name) => !name.includes(' nothing '),
  botorch: (name) => name.endsWith('botorch'),
  sklearn: (name) => name.endsWith('sklearn'),
};

/**
 * Whether fits find the best likelihood, by how many starts, and what a missed one costs: on sets that are drawn here, over five seeds, beside the best of a long search
 * that is kept in results/modes-best.json. `-- choose` takes the sets that the search is chosen on and writes nothing; `-- misses` names what is missed.
 */
export async function run(args: readonly string[]): Promise<void> {
  const backend = openNative(1);
  if (!backend) throw new Error('modes: the native backend is not built; run npm run build:native');
  const context = { backend };
  const stored = new Map<string, Best>(
    existsSync(bestFile) ? Object.entries(JSON.parse(readFileSync(bestFile, 'utf8'))) : [],
  );
  const report = new Report('modes');
  report.note(
    `native backend, one thread; processor time; a fit misses when it ends more than ${MISSED} nats below the best known; cost: how much larger the mean negative log density of 200 held-out rows is than at the best known, each counted as ${MOST_NATS} nat at most in means`,
  );
  const names = args.includes('choose') ? (['choose'] as const) : (['choose', 'check'] as const);
  const known = new Map(
    names.map((list) => [
      list,
      Array.from({ length: lists[list] }, (_, i) => knownOf(modeCase(list, i), stored, context)),
    ]),
  );
  const defined = new Map([...known].map(([list, sets]) => [list, sets.filter((one) => one.defined)]));
  report.note(
    `left out, as their likelihood changes by more than that within ${NEARBY} of the best theta (the recipe sklearn holds the noise at 1e-10): ${[...known].map(([list, sets]) => `${sets.filter((one) => !one.defined).length} of ${sets.length} sets of '${list}'`).join(', ')}`,
  );
  const rows = [...defined].map(([list, sets]) => {
    const { judged, row } = judge(sets, undefined, context);
    if (args.includes('misses'))
      for (const { example, missed, costs } of judged)
        if (missed.length > 0)
          console.log(
            example.name,
            missed.map((below, i) => `${below.toFixed(3)}/${costs[i]?.toFixed(3)}`).join(' '),
          );
    return { sets: list, ...row };
  });
  report.table('fits', rows);
  const all = [...defined.values()].flat();
  const chosen = (kind: string) => all.filter(({ example }) => kinds[kind]!(example.name));
  report.table(
    'by kind of set',
    Object.keys(kinds).map((kind) => ({ sets: kind, ...judge(chosen(kind), undefined, context).row })),
  );
  report.table(
    'by starts',
    STARTS.map((restarts) => ({ starts: restarts ?? 'as it is', ...judge(all, restarts, context).row })),
  );
  if (args.includes('choose')) return;
  writeFileSync(bestFile, `${JSON.stringify(rounded(stored), undefined, 1)}\n`);
  report.write();
}

function rounded(stored: ReadonlyMap<string, Best>) {
  return Object.fromEntries(
    [...stored].map(([name, { objective, theta }]) => [
      name,
      { objective: Number(objective.toFixed(6)), theta: theta.map((value) => Number(value.toPrecision(12))) },
    ]),
  );
}
