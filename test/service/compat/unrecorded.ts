import type { Story } from './story.ts';

type Json = Readonly<Record<string, unknown>>;
type Step = (story: Story) => Promise<unknown>;

const at = (story: Story, session: string, path: string) => `${story.sessionPath(session)}${path}`;

const post =
  (session: string, path: string, body: Json): Step =>
  (story) =>
    story.call('POST', at(story, session, path), body);

const inTurn =
  (...steps: readonly Step[]): Step =>
  async (story) => {
    for (const step of steps) await step(story);
  };

/** Stages one item and names it. */
const stageAs =
  (name: string, inputs: Json): Step =>
  async (story) => {
    const list = await story.call('POST', at(story, '<session_id_queue>', '/experiments/queue'), {
      items: [{ inputs }],
    });
    story.bindings.bind(name, String((list.items as Json[]).at(-1)?.id));
  };

const twoObjectives = `x1,x2,f1,f2
0.1,0.2,0.3,-0.72495
0.9,0.1,0.8,-0.02427
0.4,0.6,0.1,-0.22486
0.7,0.9,0.5,-0.16456
0.2,0.8,0.9,-0.05696
0.5,0.5,0.2,-0.25076
0.8,0.4,0.7,-0.04908
0.3,0.3,0.6,-0.17983
0.6,0.7,0.4,-0.0538
0.05,0.95,0.35,-0.14772
`;

/**
 * Calls of the recorded story that were left out of the recording, by the exchange that they come before; worked out
 * from the answers after them.
 */
export const unrecorded: Readonly<Record<string, Step>> = {
  'variables-22': post('<session_id>', '/variables', {
    name: 'h',
    type: 'real',
    min: 0,
    max: 1,
    changes: 'hard',
  }),
  'variables-33': post('<session_id_load>', '/variables', { name: 'x1', type: 'real', min: 0, max: 1 }),
  'constraints-03': post('<session_id_con>', '/constraints', {
    constraint_type: 'equality',
    coefficients: { x1: 1, k: -1 },
    rhs: 0,
    name: 'eq',
  }),
  // 0.4.0 kept the first row of the refused batch before.
  'experiments-15': post('<session_id_2d>', '/experiments', { inputs: { x1: 99, x2: 1 }, output: -500.5 }),
  'staged-06': inTurn(
    post('<session_id_staged>', '/experiments/staged/batch', {
      experiments: [
        { x1: 3, x2: 4 },
        { x1: 5, x2: 6 },
      ],
      reason: 'qEI',
    }),
    post('<session_id_staged>', '/experiments/staged', { inputs: { x1: 7, x2: 8 } }),
  ),
  'staged-11': post('<session_id_staged>', '/experiments/staged/batch', {
    experiments: [
      { x1: 3, x2: 4 },
      { x1: 5, x2: 6 },
    ],
    reason: 'qEI',
  }),
  'staged-12': post('<session_id_staged>', '/experiments/staged/batch', {
    experiments: [
      { x1: 1, x2: 1 },
      { x1: 2, x2: 2 },
      { x1: 8, x2: 1 },
    ],
  }),
  'queue-11': (story) =>
    story.call(
      'POST',
      `${at(story, '<session_id_queue>', '/experiments/queue')}/${story.bindings.get('<uuid_18>')}/start`,
    ),
  'queue-24': (story) =>
    story.call(
      'DELETE',
      `${at(story, '<session_id_queue>', '/experiments/queue')}/${story.bindings.get('<uuid_20>')}`,
    ),
  'queue-29': (story) =>
    story.call('PUT', at(story, '<session_id_queue>', '/objective-metadata'), {
      metadata: { Output: { label: 'Conversion' } },
    }),
  'queue-31': (story) =>
    story.call(
      'POST',
      `${at(story, '<session_id_queue>', '/experiments/queue')}/${story.bindings.get('<uuid_21>')}/complete`,
      { outputs: [5], expected_objective_label: { Output: 'Yield' }, force: true },
    ),
  'queue-33': stageAs('<uuid_22>', { x1: 1, x2: 2, c: 'A' }),
  'queue-37': stageAs('<uuid_25>', { x1: 1, x2: 2, c: 'A' }),
  'model-26': async (story) => {
    const base = story.sessionPath('<session_id_mo>');
    await story.call('POST', `${base}/experiments/upload?target_columns=f1,f2`, {
      $multipart: { file: { filename: 'mo.csv', content: twoObjectives } },
    });
  },
  'lock-06': async (story) => {
    const lock = await story.call('POST', at(story, '<session_id_2d>', '/lock'), { locked_by: 'bot' });
    story.bindings.bind('<lock_token_2>', String(lock.lock_token));
  },
  'audit-05': post('<session_id_2d>', '/model/train', {
    backend: 'sklearn',
    kernel: 'RBF',
    input_transform: 'standard',
    output_transform: 'standard',
  }),
  'sessions-23': async (story) => {
    const document = await story.call('GET', at(story, '<session_id_staged>', '/export'));
    story.files['<the exported document>'] = Buffer.from(JSON.stringify(document));
    const { session_id } = await story.call('POST', '/api/v1/sessions/import', {
      $multipart: { file: { filename: 's.json', content: '<the exported document>' } },
    });
    story.bindings.bind('<session_id_imported>', String(session_id));
  },
  'sessions-32': (story) => story.call('DELETE', story.sessionPath('<session_id_imported>')),
  'model-30': post('<session_id_noise>', '/model/train', { backend: 'botorch' }),
  'audit-13': async (story) => {
    const base = story.sessionPath('<session_id_bo>');
    await story.call(
      'POST',
      `${base}/experiments?auto_train=true&training_backend=botorch&training_kernel=Matern`,
      {
        inputs: { x1: 1, x2: 1 },
        output: -10,
        iteration: 11,
      },
    );
  },
};
