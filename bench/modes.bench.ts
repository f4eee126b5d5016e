import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { runAlone } from '../src/engine/compute/lockstep.ts';
import { fitParameters } from '../src/engine/gp/fit.ts';
import { descend } from '../src/engine/gp/fit-descent.ts';
import { type FitProblem, openObjective, variablesOf } from '../src/engine/gp/fit-objective.ts';
import { orderStarts, startCandidates } from '../src/engine/gp/fit-starts.ts';
import { modelOf, planOf, problemOf } from '../src/engine/gp/plan-fit.ts';
import { createPosterior } from '../src/engine/gp/posterior.ts';
import type { RunContext } from '../src/engine/run-context.ts';
import { openNative } from './support/backends.ts';
import { median } from './support/measure.ts';
import { type ModeCase, modeCase } from './support/mode-cases.ts';
import { Report } from './support/report.ts';

/** Sets the search was chosen on, and sets it was not. */
const lists = { choose: 240, check: 240 } as const;
const seeds = [1, 2, 3, 4, 5];
/** A fit this far below the best known likelihood has missed it, nats. */
const MISSED = 1e-3;
/** The long search: points that are screened, and starts that are descended to their ends. */
const LONG = { screened: 512, starts: 64 };

interface Best {
  readonly objective: number;
  readonly theta: readonly number[];
}

const bestFile = new URL('results/modes-best.json', import.meta.url);

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

/** Fits of one case by all seeds: how far each ends below the best known, and what that costs. */
function judge(example: ModeCase, known: Map<string, Best>, context: RunContext) {
  const problem = problemOfCase(example);
  let best = known.get(example.name) ?? longSearch(problem, context);
  const before = process.cpuUsage();
  const fits = seeds.map((seed) => fitParameters(problem, { seed }, context));
  const { user, system } = process.cpuUsage(before);
  for (const { objective, theta } of fits)
    if (objective > best.objective) best = { objective, theta: [...theta] };
  known.set(example.name, best);
  const missed = fits.filter(({ objective }) => objective < best.objective - MISSED);
  const reference = missed.length > 0 ? heldOutNlpd(example, best.theta, context) : 0;
  return {
    missed: missed.map(({ objective, theta }) => ({
      below: best.objective - objective,
      cost: heldOutNlpd(example, [...theta], context) - reference,
    })),
    evaluations: fits.reduce((sum, fit) => sum + fit.evaluations, 0),
    seconds: (user + system) / 1e6,
  };
}

/**
 * Whether fits find the best likelihood: on sets that are drawn here, over five seeds, beside the best of a long search
 * that is kept in results/modes-best.json. `-- choose` takes the sets that the search is chosen on and writes nothing; `-- misses` names what is missed.
 */
export async function run(args: readonly string[]): Promise<void> {
  const backend = openNative(1);
  if (!backend) throw new Error('modes: the native backend is not built; run npm run build:native');
  const context = { backend };
  const known = new Map<string, Best>(
    existsSync(bestFile) ? Object.entries(JSON.parse(readFileSync(bestFile, 'utf8'))) : [],
  );
  const report = new Report('modes');
  report.note(
    `native backend, one thread; processor time; a fit misses when it ends more than ${MISSED} nats below the best known; cost: how much larger the mean negative log density of 200 held-out rows is than at the best known, over the fits that missed`,
  );
  const rows = [];
  for (const list of args.includes('choose') ? (['choose'] as const) : (['choose', 'check'] as const)) {
    const judged = Array.from({ length: lists[list] }, (_, i) => {
      const example = modeCase(list, i);
      const outcome = judge(example, known, context);
      if (args.includes('misses') && outcome.missed.length > 0)
        console.log(
          example.name,
          outcome.missed.map(({ below, cost }) => `${below.toFixed(3)}/${cost.toFixed(3)}`).join(' '),
        );
      return outcome;
    });
    const fits = judged.length * seeds.length;
    const missed = judged.flatMap((outcome) => outcome.missed);
    const total = (pick: (outcome: (typeof judged)[number]) => number) =>
      judged.reduce((sum, outcome) => sum + pick(outcome), 0);
    rows.push({
      sets: list,
      fits,
      'share found': 1 - missed.length / fits,
      'sets always found': judged.filter((outcome) => outcome.missed.length === 0).length,
      'median cost of a miss': missed.length === 0 ? 0 : median(missed.map(({ cost }) => cost)),
      'mean cost of a miss': missed.reduce((sum, { cost }) => sum + cost, 0) / Math.max(1, missed.length),
      'likelihoods per fit': total(({ evaluations }) => evaluations) / fits,
      'ms per fit': (1e3 * total(({ seconds }) => seconds)) / fits,
    });
  }
  report.table('fits', rows);
  if (args.includes('choose')) return;
  const rounded = [...known].map(([name, { objective, theta }]) => [
    name,
    { objective: Number(objective.toFixed(6)), theta: theta.map((value) => Number(value.toPrecision(8))) },
  ]);
  writeFileSync(bestFile, `${JSON.stringify(Object.fromEntries(rounded), undefined, 1)}\n`);
  report.write();
}
