import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileStore } from '../../../../src/service/store/file.ts';
import { type Answer, type TestApp, testApp } from '../../support/app.ts';

fc.configureGlobal({ seed: 1 });

/** What the test expects of one session. */
interface Model {
  name: string;
  variables: { name: string; labels?: string[]; low?: number; high?: number }[];
  constraints: { name: string; variable: string }[];
  rows: { values: Record<string, number | string>; output: number; iteration: number; reason: string }[];
  queue: { id: string; inputs: Record<string, number | string>; status: string }[];
  provenance: number;
  lock: string | null;
}

type Run = (service: TestApp, path: string, model: Model) => Promise<void>;

const status = async (answer: Promise<Answer>, wanted: number) => {
  const got = await answer;
  expect([got.status, wanted === got.status ? '' : JSON.stringify(got.body)]).toEqual([wanted, '']);
  return got.body;
};

const nextIteration = (model: Model) => Math.max(-1, ...model.rows.map((row) => row.iteration)) + 1;

/** Values for every variable, by a seed. */
function inputsFor(model: Model, seed: number): Record<string, number | string> {
  return Object.fromEntries(
    model.variables.map(({ name, labels, low = 0, high = 1 }, i) => [
      name,
      labels === undefined
        ? low + ((seed * (i + 1)) % 7) * ((high - low) / 7)
        : (labels[seed % labels.length] as string),
    ]),
  );
}

const names = ['a', 'b', 'c'];
const seed = fc.nat(1000);

const addVariable = fc
  .record({ name: fc.constantFrom(...names), label: fc.boolean(), low: fc.integer({ min: -5, max: 5 }) })
  .map(
    ({ name, label, low }): Run =>
      async ({ call }, path, model) => {
        const taken = model.variables.some((variable) => variable.name === name);
        const unknown = model.rows.length > 0 && !model.rows.some((row) => name in row.values);
        const body = label
          ? { name, type: 'categorical', categories: ['p', 'q'] }
          : { name, type: 'real', bounds: [low, low + 7] };
        await status(call('POST', `${path}/variables`, body), taken || unknown ? 400 : 201);
        if (!taken && !unknown) {
          model.variables.push(label ? { name, labels: ['p', 'q'] } : { name, low, high: low + 7 });
        }
      },
  );

const deleteVariable = fc.constantFrom(...names).map(
  (name): Run =>
    async ({ call }, path, model) => {
      const known = model.variables.some((variable) => variable.name === name);
      await status(call('DELETE', `${path}/variables/${name}`), known ? 204 : 404);
      model.variables = model.variables.filter((variable) => variable.name !== name);
      model.constraints = model.constraints.filter((constraint) => constraint.variable !== name);
    },
);

const addConstraint = fc.constantFrom(...names).map(
  (name): Run =>
    async ({ call }, path, model) => {
      const variable = model.variables.find((candidate) => candidate.name === name);
      const fits = variable !== undefined && variable.labels === undefined;
      const body = { constraint_type: 'inequality', coefficients: { [name]: 1 }, rhs: 100 };
      const answer = await status(call('POST', `${path}/constraints`, body), fits ? 201 : 400);
      if (fits) model.constraints.push({ name: answer.constraint.name, variable: name });
    },
);

const record = fc.record({ seed, count: fc.integer({ min: 1, max: 3 }), bad: fc.boolean() }).map(
  ({ seed: start, count, bad }): Run =>
    async ({ call }, path, model) => {
      const experiments: { inputs: Record<string, unknown>; output: number }[] = Array.from(
        { length: count },
        (_, i) => ({
          inputs: inputsFor(model, start + i),
          output: start - i,
        }),
      );
      if (bad) experiments.push({ inputs: { ...inputsFor(model, start), zz: 1 }, output: 1 });
      const fits = !bad && model.variables.length > 0;
      await status(call('POST', `${path}/experiments/batch`, { experiments }), fits ? 201 : 400);
      if (!fits) return;
      const iteration = nextIteration(model);
      for (const { inputs, output } of experiments) {
        const values = inputs as Record<string, number | string>;
        model.rows.push({ values, output, iteration, reason: 'Manual' });
      }
      model.provenance += count;
    },
);

const stage = fc.record({ seed, bad: fc.boolean() }).map(
  ({ seed: start, bad }): Run =>
    async ({ call }, path, model) => {
      const inputs = inputsFor(model, start);
      const items = bad ? [{ inputs }, { inputs: {} }] : [{ inputs, reason: 'EI' }];
      const fits = !bad && model.variables.length > 0;
      const list = await status(call('POST', `${path}/experiments/queue`, { items }), fits ? 200 : 400);
      if (fits) model.queue.push({ id: list.items.at(-1).id, inputs, status: 'pending' });
    },
);

const move = fc.record({ at: fc.nat(5), verb: fc.constantFrom('start', 'complete', 'fail', 'delete') }).map(
  ({ at, verb }): Run =>
    async ({ call }, path, model) => {
      const item = model.queue[at];
      const where = `${path}/experiments/queue/${item?.id ?? 'none'}`;
      const isOpen = item?.status === 'pending' || item?.status === 'running';
      if (verb === 'delete') {
        const wanted = item === undefined ? 404 : item.status === 'pending' ? 200 : 409;
        await status(call('DELETE', where), wanted);
        if (wanted === 200) model.queue.splice(at, 1);
        return;
      }
      const now = model.variables.map((variable) => variable.name);
      const complete =
        item !== undefined &&
        model.variables.length > 0 &&
        now.every((name) => fitsVariable(model, name, item.inputs[name])) &&
        Object.keys(item.inputs).every((name) => now.includes(name));
      const allowed = verb === 'start' ? item?.status === 'pending' : isOpen;
      const wanted = item === undefined ? 404 : !allowed ? 409 : verb === 'complete' && !complete ? 400 : 200;
      const body = verb === 'complete' ? { outputs: [at] } : verb === 'fail' ? { error: 'e' } : undefined;
      await status(call('POST', `${where}/${verb}`, body), wanted);
      if (wanted !== 200 || item === undefined) return;
      item.status = { start: 'running', complete: 'done', fail: 'failed' }[verb];
      if (verb === 'complete') {
        model.rows.push({ values: item.inputs, output: at, iteration: nextIteration(model), reason: 'EI' });
        model.provenance += 1;
      }
    },
);

function fitsVariable(model: Model, name: string, value: number | string | undefined): boolean {
  const variable = model.variables.find((candidate) => candidate.name === name);
  if (value === undefined || variable === undefined) return false;
  return variable.labels === undefined ? typeof value === 'number' : variable.labels.includes(String(value));
}

const clear: fc.Arbitrary<Run> = fc.constant(async ({ call }, path, model) => {
  await status(call('DELETE', `${path}/experiments`), 204);
  model.rows = [];
});

const rename = fc.string({ maxLength: 8 }).map(
  (name): Run =>
    async ({ call }, path, model) => {
      const isVisible = name.trim() !== '';
      await status(call('PATCH', `${path}/metadata`, { name }), isVisible ? 200 : 422);
      if (isVisible) model.name = name;
    },
);

const lock = fc.constantFrom('Ann', 'Bob').map(
  (who): Run =>
    async ({ call }, path, model) => {
      const held = model.lock !== null && model.lock !== who;
      await status(call('POST', `${path}/lock`, { locked_by: who }), held ? 409 : 200);
      if (!held) model.lock = who;
    },
);

const unlock: fc.Arbitrary<Run> = fc.constant(async ({ call }, path, model) => {
  await status(call('DELETE', `${path}/lock`), 200);
  model.lock = null;
});

/** Everything that can be read must agree with the model. */
async function compare({ call }: TestApp, path: string, model: Model): Promise<void> {
  const detail = await status(call('GET', path), 200);
  expect(detail.metadata.name).toBe(model.name);
  expect(detail.lock.locked_by).toBe(model.lock);
  expect(detail.search_space.variables.map((variable: { name: string }) => variable.name)).toEqual(
    model.variables.map((variable) => variable.name),
  );
  const { constraints } = await status(call('GET', `${path}/constraints`), 200);
  expect(constraints.map((constraint: { name: string }) => constraint.name)).toEqual(
    model.constraints.map((constraint) => constraint.name),
  );
  const { experiments } = await status(call('GET', `${path}/experiments?limit=1000`), 200);
  expect(experiments).toHaveLength(model.rows.length);
  model.rows.forEach((row, i) => {
    expect(experiments[i]).toMatchObject({
      ...row.values,
      Output: row.output,
      Iteration: row.iteration,
      Reason: row.reason,
    });
  });
  const { items } = await status(call('GET', `${path}/experiments/queue`), 200);
  expect(items.map((item: { id: string; status: string }) => [item.id, item.status])).toEqual(
    model.queue.map((item) => [item.id, item.status]),
  );
  expect((await status(call('GET', `${path}/experiments/provenance`), 200)).n_records).toBe(model.provenance);
}

const step = fc.oneof(
  { weight: 4, arbitrary: addVariable },
  { weight: 1, arbitrary: deleteVariable },
  { weight: 2, arbitrary: addConstraint },
  { weight: 5, arbitrary: record },
  { weight: 4, arbitrary: stage },
  { weight: 6, arbitrary: move },
  { weight: 1, arbitrary: clear },
  { weight: 1, arbitrary: rename },
  { weight: 1, arbitrary: lock },
  { weight: 1, arbitrary: unlock },
);

describe('random sequences of calls', () => {
  it('agree with a model of the session, over restarts', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'athanor-random-'));
    try {
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(step, fc.integer({ min: 0, max: 7 })), { minLength: 5, maxLength: 30 }),
          async (steps) => {
            let service = await testApp(fileStore(folder));
            const path = await service.session({ name: 'start' });
            const model: Model = {
              name: 'start',
              variables: [],
              constraints: [],
              rows: [],
              queue: [],
              provenance: 0,
              lock: null,
            };
            try {
              for (const [run, restart] of steps) {
                await run(service, path, model);
                if (restart > 0) continue;
                await service.close();
                service = await testApp(fileStore(folder));
                await compare(service, path, model);
              }
              await compare(service, path, model);
            } finally {
              await service.close();
            }
          },
        ),
        { numRuns: 25 },
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
