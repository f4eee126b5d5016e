import { suggest } from '../src/engine/acquisition/suggest.ts';
import type { Backend, Step } from '../src/engine/compute/backend.ts';
import type { OpName } from '../src/engine/compute/ops.ts';
import { createTsBackend } from '../src/engine/compute/ts/index.ts';
import { buildModel } from '../src/engine/design/optimal/model/model-terms.ts';
import { type ExchangeBatch, runExchange } from '../src/engine/design/optimal/search/exchange-step.ts';
import { fitParameters } from '../src/engine/gp/fit/fit.ts';
import { planBotorch } from '../src/engine/gp/recipes/botorch-recipe.ts';
import type { TrainTask } from '../src/engine/gp/task.ts';
import { train } from '../src/engine/gp/train.ts';
import { put, runOnce } from './support/backends.ts';
import { likelyTheta, matern52Code } from './support/covariance.ts';
import { type Data, hartmannData, normal, uniforms } from './support/hartmann.ts';
import { Report } from './support/report.ts';
import { type Prepare, sideBySide } from './support/side-by-side.ts';
import { type Case, fittedModel, suggestTask } from './support/suggestions.ts';

function taskOf({ X, y, n, d }: Data): TrainTask {
  const categorical = new Array<boolean>(d).fill(false);
  const model = {
    recipe: 'botorch',
    kernel: 'matern',
    kernelParams: { nu: 2.5 },
    inputTransform: 'none',
  } as const;
  return { X, n, d, categorical, outputs: [y], ...model, seed: 42, options: { priors: 'dimension_scaled' } };
}

/** Fits of BoTorch's default objective, and the whole call that a user makes. */
function fits(data: Data): Record<string, Prepare> {
  const { X, n, d } = data;
  const task = taskOf(data);
  const { output, code, parameters } = planBotorch(task, data.y);
  const y = data.y.map((value) => (value - output.shift) / output.scale);
  const problem = { X, y, noise: new Float64Array(n), n, d, code, parameters };
  return {
    'fit, one start': (backend) => () => fitParameters(problem, { seed: 42, restarts: 1 }, { backend }),
    'fit, default search': (backend) => () => fitParameters(problem, { seed: 42 }, { backend }),
    'train: fit, factor, cross-validation': (backend) => () => train(task, { backend }),
  };
}

/** One step on slots that are filled once. */
function step(
  op: OpName,
  dims: readonly number[],
  inputs: readonly ArrayLike<number>[],
  lengths: readonly number[],
): Prepare {
  return (backend) => {
    const program: Step[] = [
      {
        op,
        dims: Int32Array.from(dims),
        inputs: inputs.map((values) => put(backend, values)),
        outputs: lengths.map((length) => backend.alloc(length)),
      },
    ];
    return () => backend.run(program);
  };
}

/** Likelihoods of batches of theta, as an optimizer's step asks for them. */
function likelihoods({ X, y, n, d }: Data, batches: readonly number[]): Record<string, Prepare> {
  const P = d + 3;
  const code = matern52Code(d);
  const works = batches.flatMap((B): [string, Prepare][] => {
    const theta = Array.from({ length: B }, () => likelyTheta(d)).flat();
    const inputs = [X, y, new Float64Array(n), theta];
    return [
      [`likelihood, ${B}`, step('gp_likelihood', [B, n, d, P, 0, ...code], inputs, [B, 0, B])],
      [`with gradient, ${B}`, step('gp_likelihood', [B, n, d, P, 1, ...code], inputs, [B, B * P, B])],
      [
        `with information, ${B}`,
        step('gp_information', [B, n, d, P, ...code], inputs, [B, B * P, B, B * P * P]),
      ],
    ];
  });
  return Object.fromEntries(works);
}

/** Posterior and acquisitions of one model. */
function posteriors({ X, y, n, d }: Data, backend: Backend): Record<string, Prepare> {
  const P = d + 3;
  const theta = likelyTheta(d);
  const code = matern52Code(d);
  const lengths = [n * n, n, 1];
  const [L = [], alpha = []] = runOnce(
    backend,
    'gp_factor',
    [1, n, d, P, ...code],
    [X, y, new Float64Array(n), theta],
    lengths,
  );
  const uniform = uniforms(12345);
  const points = (count: number) => Float64Array.from({ length: count * d }, uniform);
  const predict = (m: number, wanted: number) =>
    step(
      'gp_predict',
      [1, n, d, P, m, wanted, ...code],
      [X, theta, L, alpha, points(m)],
      [m, m, m * d, m * d],
    );
  const acquisition = (groups: number, kind: number) => {
    const [q, samples] = [4, 128];
    const Z = Float64Array.from({ length: samples * q }, () => normal(uniform));
    const inputs = [X, theta, L, alpha, points(groups * q), Z, [], [Math.max(...y), 2, 1, 1e-6, 1e-2, 0]];
    const dims = [groups, q, n, d, P, samples, kind, 1, 0, ...code];
    return step('mc_acquisition', dims, inputs, [groups, groups * q * d, groups]);
  };
  return {
    factor: step('gp_factor', [1, n, d, P, ...code], [X, y, new Float64Array(n), theta], lengths),
    'mean at 1,000': predict(1000, 1),
    'mean and variance at 1,000': predict(1000, 3),
    'with gradients at 16': predict(16, 7),
    'log-qEI with gradient, 1 × 4': acquisition(1, 0),
    'log-qEI with gradient, 16 × 4': acquisition(16, 0),
    'qEI with gradient, 16 × 4': acquisition(16, 1),
    'qUCB with gradient, 16 × 4': acquisition(16, 2),
  };
}

/** Whole suggestions on 50 rows. */
function suggestions(): Record<string, Prepare> {
  const model = fittedModel(50, createTsBackend());
  const cases: readonly Case[] = [
    { name: 'LogEI', q: 1, samples: 128 },
    { name: 'qEI', q: 4, samples: 128 },
    { name: 'qEI', q: 8, samples: 512 },
    { name: 'qUCB', q: 4, samples: 128 },
    { name: 'qNIPV', q: 4, samples: 128 },
  ];
  return Object.fromEntries(
    cases.map((each): [string, Prepare] => [
      `${each.name}, q = ${each.q}`,
      (backend) => () => suggest(suggestTask(model, each), { backend }),
    ]),
  );
}

/** Coordinate exchange for a full quadratic in five factors, 30 runs, three levels, D, four starts. */
const exchange: Prepare = (backend) => {
  const names = Array.from({ length: 5 }, (_, k) => `x${k}`);
  const model = buildModel(
    names.map((name) => ({ kind: 'real' as const, name, low: -1, high: 1 })),
    { modelType: 'quadratic' },
  );
  const none = new Float64Array(0);
  const batch: ExchangeBatch = {
    model,
    runs: 30,
    levels: names.map(() => Float64Array.of(-1, 0, 1)),
    ends: names.map(() => false),
    fixedInformation: new Float64Array(model.columns.length ** 2),
    normals: none,
    limits: none,
    forbidden: none,
    pool: none,
    chains: 4,
    rounds: 1,
    maxPasses: 100,
    seed: 1,
    firstChain: 0,
    perturb: 3,
  };
  return () => runExchange(backend, batch);
};

/** The pure-TypeScript backend against the native one, both on one thread: what a machine without a compiler gives up. */
export async function run(): Promise<void> {
  const report = new Report('backends');
  report.note(
    'one thread each, processor microseconds, medians of samples taken in turns; Matérn-5/2 ARD, d = 6, noise deviation 0.1',
  );
  for (const n of [20, 50, 100]) report.table(`fits, n = ${n}`, sideBySide(fits(hartmannData(n))));
  for (const n of [20, 50, 100]) {
    report.table(`batches of theta, n = ${n}`, sideBySide(likelihoods(hartmannData(n), [1, 12])));
  }
  report.table('posterior, n = 50', sideBySide(posteriors(hartmannData(50), createTsBackend())));
  report.table('suggestions, n = 50', sideBySide(suggestions()));
  report.table('designs', sideBySide({ 'exchange, 5 factors, 30 runs': exchange }));
  report.write();
}
