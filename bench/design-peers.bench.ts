import { spawnSync } from 'node:child_process';
import type { Backend } from '../src/engine/compute/backend.ts';
import { createTsBackend } from '../src/engine/compute/ts/index.ts';
import { buildModel, type ModelType } from '../src/engine/design/optimal/model/model-terms.ts';
import { boxMoments } from '../src/engine/design/optimal/model/moments.ts';
import { optimalDesign } from '../src/engine/design/optimal/optimal-design.ts';
import { summarize } from '../src/engine/design/optimal/summary.ts';
import { median } from './support/averages.ts';
import { openNative } from './support/backends.ts';
import { cpuSeconds } from './support/clock.ts';
import {
  bestKnown,
  designTask,
  goodness,
  type ReferenceProblem,
  reference,
} from './support/design-problems.ts';
import { environmentOf, hasModules, peerScript, pythonOf, withThreads } from './support/python.ts';
import { type Cell, printTable, Report, type Row } from './support/report.ts';

const python = pythonOf('designs');
const seeds = [1, 2, 3, 4, 5];
/** Seconds that a program may take for the designs of one problem, all seeds together. */
const LIMIT = 60;
/** The other setting: so many times the searches that a program makes by default. */
const MORE = 10;

interface Program {
  readonly name: 'pyoptex' | 'skpr' | 'AlgDesign';
  /** Searches from random designs by default. */
  readonly starts: number;
  /** AlgDesign's I averages over the candidates, not over the region. */
  readonly criteria: readonly string[];
  readonly command: readonly [string, ...string[]];
}

const rScript = ['Rscript', peerScript('optimal_design.R')] as const;
const programs: readonly Program[] = [
  {
    name: 'pyoptex',
    starts: 10,
    criteria: ['A', 'D', 'I'],
    command: [python, '-W', 'ignore', peerScript('optimal_design.py')],
  },
  { name: 'skpr', starts: 20, criteria: ['A', 'D', 'I'], command: rScript },
  { name: 'AlgDesign', starts: 5, criteria: ['A', 'D'], command: rScript },
];

/** What the R programs are read from: `node bench/peers/setup.ts designs-r`. */
const environment = { ...withThreads(1), R_LIBS: environmentOf('designs-r') };

function isPresent({ name, command: [program] }: Program): boolean {
  if (program === python) return hasModules(python, ['pyoptex']);
  const has =
    spawnSync(program, ['-e', `library(${name})`], { env: environment, stdio: 'ignore' }).status === 0;
  if (!has) console.log(`peer skipped: R has no ${name}; node bench/peers/setup.ts designs-r installs it`);
  return has;
}

/** Problems that every program takes: numbers in a box, nothing forbidden, no runs to keep, moments of the region. */
const problems = reference.optimal_designs.filter(
  ({ variables, constraints, existing_runs, moment_rule, model }) =>
    variables.every(({ type }) => type === 'real') &&
    constraints.length + existing_runs.length === 0 &&
    moment_rule === 'region' &&
    model.type !== undefined,
);

interface Designs {
  /** Coded points, a row per run, and processor seconds. */
  readonly designs: readonly { readonly points: readonly (readonly number[])[]; readonly seconds: number }[];
}

/** Share of the best known value, and processor seconds of one call; medians over the seeds. */
interface Outcome {
  readonly share: number;
  readonly seconds: number;
}

/** A design of coded points, judged by this engine from scratch. */
function shareOf(problem: ReferenceProblem, points: readonly (readonly number[])[]): number {
  const { space, modelType } = designTask(problem);
  const model = buildModel(space.dimensions, { modelType });
  const moments = boxMoments(
    model,
    space.dimensions.map(() => undefined),
  );
  const raw = Float64Array.from(points.flat());
  const { criterion } = problem;
  const summary = summarize(model, raw, {
    criterion,
    algorithm: 'coordinate_exchange',
    moments,
    judged: new Float64Array(0),
  });
  return goodness(criterion, summary) / bestKnown(problem, 'continuous');
}

function outcomeOf(
  program: Program,
  problem: ReferenceProblem,
  starts: number,
): Outcome | 'failed' | undefined {
  const { criterion, n_runs: runs, model, grid_levels: levels, variables } = problem;
  if (!program.criteria.includes(criterion)) return undefined;
  const factors = variables.length;
  const task = {
    program: program.name,
    ...{ criterion, factors, runs, levels, starts, seeds },
    model: model.type as ModelType,
  };
  const [command, ...args] = program.command;
  const { stdout, status, signal } = spawnSync(command, args, {
    input: JSON.stringify(task),
    encoding: 'utf8',
    env: environment,
    timeout: 1000 * LIMIT,
    maxBuffer: 2 ** 28,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  if (signal !== null) return undefined;
  if (status !== 0) return 'failed';
  const { designs } = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Designs;
  return {
    share: median(designs.map(({ points }) => shareOf(problem, points))),
    seconds: median(designs.map(({ seconds }) => seconds)),
  };
}

function ownOutcome(problem: ReferenceProblem, backend: Backend): Outcome {
  optimalDesign(designTask(problem), { backend });
  const shares: number[] = [];
  const seconds = seeds.map((seed) =>
    cpuSeconds(() => {
      const { summary } = optimalDesign(designTask(problem, seed), { backend });
      shares.push(goodness(problem.criterion, summary) / bestKnown(problem, 'continuous'));
    }),
  );
  return { share: median(shares), seconds: median(seconds) };
}

const cells = (name: string, outcome: Outcome | 'failed' | undefined): Record<string, Cell> =>
  outcome === 'failed'
    ? { [name]: outcome, [`${name} s`]: '–' }
    : {
        [name]: outcome?.share.toFixed(4) ?? '–',
        [`${name} s`]: outcome?.seconds ?? '–',
      };

/**
 * Optimal designs beside other programs: how near the best known value each comes, and how long one design takes.
 * `npm run bench -- design-peers`; with `--only q3-n14-D,q4-n24-D` it writes nothing.
 */
export async function run(args: readonly string[]): Promise<void> {
  const only = args.includes('--only') ? args[args.indexOf('--only') + 1]?.split(',') : undefined;
  const report = new Report('design-peers');
  report.note(
    'share of the best known value of the criterion, and processor seconds of one design on one thread; medians of five seeds, after a design that does not count',
  );
  report.note(
    `the other programs choose from the levels of the problem, so that *best on the levels* is the most that they can reach; Athanor refines between them. "× ${MORE}": ten times the searches that a program makes by default (${programs.map(({ name, starts }) => `${name} ${starts}`).join(', ')})`,
  );
  report.note(
    `a dash: five designs take more than ${LIMIT} s, or, for I, another criterion of the same name (AlgDesign averages over the candidates). Failed: the program found no design for one of the seeds`,
  );
  const backend = openNative(1) ?? createTsBackend();
  const present = programs.filter(isPresent);
  const rows: Row[] = [];
  for (const problem of problems.filter(({ id }) => only?.includes(id) ?? true)) {
    const theirs = present.flatMap((program) => {
      const usual = outcomeOf(program, problem, 0);
      const wouldEnd =
        usual !== undefined && usual !== 'failed' && MORE * seeds.length * usual.seconds < LIMIT;
      const more = wouldEnd ? outcomeOf(program, problem, MORE * program.starts) : undefined;
      return [cells(program.name, usual), cells(`${program.name} × ${MORE}`, more)];
    });
    rows.push(
      Object.assign(
        {
          problem: problem.id,
          'best on the levels': (bestKnown(problem, 'grid') / bestKnown(problem, 'continuous')).toFixed(4),
        },
        cells('Athanor', ownOutcome(problem, backend)),
        ...theirs,
      ),
    );
    printTable(problem.id, rows.slice(-1));
  }
  report.table('optimal designs beside other programs', rows);
  if (only === undefined) report.write();
}
