import type { Backend } from '../src/engine/compute/backend.ts';
import { runAlone } from '../src/engine/compute/lockstep.ts';
import { type FitOptions, fitParameters } from '../src/engine/gp/fit/fit.ts';
import { type FitProblem, openObjective, variablesOf } from '../src/engine/gp/fit/objective.ts';
import { type FitParameter, fixed } from '../src/engine/gp/fit/plan.ts';
import { planBotorch } from '../src/engine/gp/recipes/botorch-recipe.ts';
import type { TrainTask } from '../src/engine/gp/task.ts';
import { train } from '../src/engine/gp/train.ts';
import { median } from './support/averages.ts';
import { backendsToTime } from './support/backends.ts';
import { cpuSeconds } from './support/clock.ts';
import { matern52Code } from './support/covariance.ts';
import { type Data, hartmannData } from './support/hartmann.ts';
import { runPeer } from './support/peer.ts';
import { pythonOf } from './support/python.ts';
import { Report, type Row } from './support/report.ts';

const threads = Number(process.env.ATHANOR_THREADS ?? 1);

interface PeerFit {
  readonly cpu: number;
  readonly evaluations: number;
  /** Theta of this engine: log lengthscales, log outputscale, log noise, mean. */
  readonly theta: number[];
}
interface PeerResult {
  readonly botorch: readonly PeerFit[];
  readonly sklearn: readonly PeerFit[];
}

const taskOf = (data: Data): TrainTask => ({
  X: data.X,
  n: data.n,
  d: data.d,
  categorical: new Array<boolean>(data.d).fill(false),
  outputs: [data.y],
  recipe: 'botorch',
  kernel: 'matern',
  kernelParams: { nu: 2.5 },
  inputTransform: 'none',
  seed: 42,
  options: { priors: 'dimension_scaled' },
});

/** What BoTorch maximizes by default: likelihood with its priors, outputscale 1, outputs standardized. */
function botorchProblem(data: Data): FitProblem {
  const plan = planBotorch(taskOf(data), data.y);
  const { n, d, X } = data;
  const y = data.y.map((value) => (value - plan.output.shift) / plan.output.scale);
  return { X, y, noise: new Float64Array(n), n, d, code: plan.code, parameters: plan.parameters };
}

/** What scikit-learn maximizes: likelihood alone, constant × Matérn + white noise, mean 0, outputs normalized. */
function sklearnProblem(data: Data): FitProblem {
  const { n, d, X } = data;
  const average = data.y.reduce((sum, value) => sum + value / n, 0);
  const spread = Math.sqrt(data.y.reduce((sum, value) => sum + (value - average) ** 2 / n, 0));
  const wide = { initial: 0, lower: Math.log(1e-5), upper: Math.log(1e5) };
  const names = [...Array.from({ length: d }, (_, k) => `lengthscale[${k}]`), 'outputscale', 'noise'];
  const parameters: FitParameter[] = [...names.map((name) => ({ name, ...wide })), fixed('mean', 0)];
  const y = data.y.map((value) => (value - average) / spread);
  return { X, y, noise: new Float64Array(n), n, d, code: Int32Array.from(matern52Code(d)), parameters };
}

/** The objective of a problem at a peer's theta. */
function objectiveAt(problem: FitProblem, theta: readonly number[], backend: Backend): number {
  const parameters = problem.parameters.map((parameter, k) => ({
    ...parameter,
    fixed: false,
    initial: theta[k] ?? Number.NaN,
  }));
  const variables = variablesOf(parameters);
  const objective = openObjective({ ...problem, parameters }, variables, 1, { backend });
  try {
    return -(runAlone(objective.evaluate(variables.initial, 1, 'value'), backend).values[0] ?? Number.NaN);
  } finally {
    objective.close();
  }
}

/** Milliseconds of fits before those that are timed (a service runs compiled code and grown buffers), and of those. */
const WARM_UP = 500;
const TIMED = 500;

function timeFit(problem: FitProblem, options: FitOptions, backend: Backend) {
  const times: number[] = [];
  const work = () => fitParameters(problem, options, { backend });
  let result = work();
  const small = problem.n <= 200;
  const start = performance.now();
  while (small && performance.now() - start < WARM_UP) work();
  do {
    times.push(
      cpuSeconds(() => {
        result = work();
      }),
    );
  } while (small && (times.length < 25 || performance.now() - start < WARM_UP + TIMED));
  return { cpu: median(times), objective: result.objective, evaluations: result.evaluations };
}

/** Our fits: one start, as the peers do, and the search over many starts that the engine does by default. */
const searches: readonly { readonly starts: string; readonly options: FitOptions }[] = [
  { starts: 'one', options: { seed: 42, restarts: 1 } },
  { starts: 'default', options: { seed: 42 } },
];

function rowsOf(
  peerName: string,
  problems: readonly FitProblem[],
  peers: readonly PeerFit[] | undefined,
): Row[] {
  const rows: Row[] = [];
  for (const [i, problem] of problems.entries()) {
    for (const backend of backendsToTime(threads)) {
      if (backend.name === 'ts' && problem.n > 200) continue;
      for (const { starts, options } of searches) {
        const ours = timeFit(problem, options, backend);
        const row: Record<string, string | number> = {
          n: problem.n,
          backend: backend.name,
          starts,
          'CPU s': ours.cpu,
        };
        row.evaluations = ours.evaluations;
        row.objective = ours.objective;
        const theirs = peers?.[i];
        if (theirs) {
          row[`${peerName} CPU s`] = theirs.cpu;
          row[`${peerName} evaluations`] = theirs.evaluations;
          row.ahead = ours.objective - objectiveAt(problem, theirs.theta, backend);
          row['times faster'] = theirs.cpu / ours.cpu;
        }
        rows.push(row);
      }
    }
  }
  return rows;
}

/** What a server does before it answers: fit, factor, cross-validation; refits are made when somebody asks for their scores. */
function trainRows(sets: readonly Data[]): Row[] {
  return sets.flatMap((data) =>
    backendsToTime(threads)
      .filter((backend) => backend.name !== 'ts' || data.n <= 200)
      .map((backend) => {
        const work = () => void train({ ...taskOf(data), validatesLater: true }, { backend });
        work();
        const times = Array.from({ length: data.n <= 200 ? 5 : 1 }, () => cpuSeconds(work));
        return { n: data.n, backend: backend.name, 'CPU s': median(times) };
      }),
  );
}

/**
 * Whole fits on noisy Hartmann-6 in processor seconds, each on its peer's own objective; `ahead` is how much higher ours ends.
 * `-- --full` adds n = 1,000 and 2,000, which takes the peers minutes.
 */
export async function run(args: readonly string[]): Promise<void> {
  const report = new Report('fit');
  report.note(
    `threads: ${threads} on both sides; Matérn-5/2 ARD, d = 6, noise deviation 0.1; processor seconds`,
  );
  const sizes = [20, 50, 100, 200, 500, ...(args.includes('--full') ? [1000, 2000] : [])];
  const sets = sizes.map((n) => hartmannData(n));
  const request = { sets: sets.map((set) => ({ n: set.n, X: [...set.X], y: [...set.y] })) };
  const peer = runPeer<PeerResult>('fit.py', ['botorch', 'torch', 'sklearn'], request, threads);
  report.table(
    'against BoTorch: likelihood with its default priors',
    rowsOf('BoTorch', sets.map(botorchProblem), peer?.botorch),
  );
  report.table(
    'against scikit-learn: likelihood alone',
    rowsOf('sklearn', sets.map(sklearnProblem), peer?.sklearn),
  );
  const tinygp = runPeer<readonly PeerFit[]>(
    'fit_tinygp.py',
    ['tinygp', 'jaxopt'],
    request,
    threads,
    pythonOf('tinygp'),
  );
  report.table('against tinygp: likelihood alone', rowsOf('tinygp', sets.map(sklearnProblem), tinygp));
  report.table('train: fit, factor, 5-fold cross-validation', trainRows(sets));
  report.write();
}
