import { existsSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Backend } from '../../src/engine/compute/backend.ts';
import { exchangeBatch } from './exchange-batch.ts';
import type { Case } from './suggestions.ts';

/** A call of the engine that is timed, and the number of its answer that both sides must agree on. */
export interface Call {
  readonly run: () => number;
}

const suggestions: readonly (Case & { readonly n: number })[] = [50, 200].flatMap((n) => [
  { n, name: 'LogEI', q: 1, samples: 128 } as const,
  { n, name: 'qEI', q: 4, samples: 128 } as const,
  { n, name: 'qEI', q: 8, samples: 512 } as const,
  { n, name: 'qUCB', q: 4, samples: n === 50 ? 512 : 128 } as const,
]);

/** Factors, runs, values per factor, chains of a batch of designs. */
const designs = [
  [3, 14, 3, 256],
  [4, 24, 5, 64],
  [5, 30, 3, 32],
  [8, 60, 3, 4],
] as const;

/**
 * The calls of the benches `fit`, `suggest` and `design` with the sources below `root`, which may be those of another commit. All modules are
 * taken from there; the types are those of this commit.
 */
export async function publicCalls(root: string, backendName: 'native' | 'ts'): Promise<Map<string, Call>> {
  // Folders were divided since some commits: a file that is not at its path is in the folder above.
  const load = (path: string) => {
    const above = `${dirname(dirname(path))}/${basename(path)}`;
    const found = [path, above].find((one) => existsSync(join(root, one))) ?? path;
    return import(pathToFileURL(join(root, found)).href);
  };
  const { openNative }: typeof import('./backends.ts') = await load('bench/support/backends.ts');
  const { createTsBackend }: typeof import('../../src/engine/compute/ts/index.ts') = await load(
    'src/engine/compute/ts/index.ts',
  );
  const backend = backendName === 'ts' ? createTsBackend() : openNative(1);
  if (!backend)
    throw new RangeError(`bench before: no native backend in ${root}; run npm run build:native there`);
  return new Map([
    ...(await suggestCalls(load, backend)),
    ...(await fitCalls(load, backend)),
    ...(await designCalls(load, backend)),
  ]);
}

// biome-ignore lint/suspicious/noExplicitAny: modules of another commit, whose types are declared where they are taken apart
type Load = (path: string) => Promise<any>;

async function suggestCalls(load: Load, backend: Backend): Promise<[string, Call][]> {
  const { fittedModel, suggestTask }: typeof import('./suggestions.ts') = await load(
    'bench/support/suggestions.ts',
  );
  const { suggest }: typeof import('../../src/engine/acquisition/suggest.ts') = await load(
    'src/engine/acquisition/suggest.ts',
  );
  return suggestions.map(({ n, ...one }) => {
    const task = suggestTask(fittedModel(n, backend), one);
    const run = () => suggest(task, { backend }).points[0] ?? Number.NaN;
    return [`suggest ${one.name}, ${one.q} of ${n} rows`, { run }];
  });
}

async function fitCalls(load: Load, backend: Backend): Promise<[string, Call][]> {
  const { hartmannData }: typeof import('./hartmann.ts') = await load('bench/support/hartmann.ts');
  const { planBotorch }: typeof import('../../src/engine/gp/recipes/botorch-recipe.ts') = await load(
    'src/engine/gp/recipes/botorch-recipe.ts',
  );
  const { fitParameters }: typeof import('../../src/engine/gp/fit/fit.ts') =
    await load('src/engine/gp/fit/fit.ts');
  return [20, 50, 100].map((n) => {
    const { X, y, d } = hartmannData(n);
    const categorical = new Array<boolean>(d).fill(false);
    const recipe = { recipe: 'botorch', kernel: 'matern', kernelParams: { nu: 2.5 } } as const;
    const plan = planBotorch(
      { X, n, d, categorical, outputs: [y], ...recipe, inputTransform: 'none', seed: 42, options: {} },
      y,
    );
    const scaled = y.map((value) => (value - plan.output.shift) / plan.output.scale);
    const { code, parameters } = plan;
    const problem = { X, y: scaled, noise: new Float64Array(n), n, d, code, parameters };
    return [`fit of ${n} rows`, { run: () => fitParameters(problem, { seed: 42 }, { backend }).objective }];
  });
}

async function designCalls(load: Load, backend: Backend): Promise<[string, Call][]> {
  const folder = 'src/engine/design/optimal';
  const { runExchange }: typeof import('../../src/engine/design/optimal/search/exchange-step.ts') =
    await load(`${folder}/search/exchange-step.ts`);
  const { latticeLevels }: typeof import('../../src/engine/design/optimal/region/levels.ts') = await load(
    `${folder}/region/levels.ts`,
  );
  const { buildModel }: typeof import('../../src/engine/design/optimal/model/model-terms.ts') = await load(
    `${folder}/model/model-terms.ts`,
  );
  return designs.map((size) => {
    const [factors, runs, levels] = size;
    const batch = exchangeBatch({ buildModel, latticeLevels }, size);
    return [
      `design of ${factors} factors, ${runs} runs, ${levels} levels`,
      { run: () => runExchange(backend, batch).values.reduce((most, value) => Math.max(most, value)) },
    ];
  });
}
