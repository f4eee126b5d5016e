import { readFile } from 'node:fs/promises';
import { demoTable } from '../assets.ts';
import { type AthanorClient, answerOf, formWith } from '../client/client.ts';

/** The Suzuki coupling data (see data/README.md): four process factors, yield to be maximized. */
const variables = [
  { name: 'temperature', type: 'real', bounds: [75, 90], unit: '°C' },
  { name: 'pd_mol', type: 'real', bounds: [0.5, 5], unit: 'mol %' },
  { name: 'arbpin', type: 'real', bounds: [1, 1.8], unit: 'eq' },
  { name: 'k3po4', type: 'real', bounds: [1.5, 3], unit: 'eq' },
] as const;

/** What the story did and how long each request took, milliseconds. */
export interface Story {
  readonly sessionId: string;
  readonly rows: number;
  readonly milliseconds: Readonly<Record<'create' | 'upload' | 'train' | 'parity' | 'suggest', number>>;
  readonly metrics: { readonly rmse: number | null; readonly r2: number | null };
  readonly best: Readonly<Record<string, unknown>>;
  readonly suggestions: readonly Readonly<Record<string, unknown>>[];
  /** Why each is proposed, and what five more runs promise. */
  readonly reasons: readonly string[];
  readonly promise: string;
}

async function timed<Result>(work: () => Promise<Result>): Promise<[Result, number]> {
  const started = performance.now();
  const result = await work();
  return [result, performance.now() - started];
}

const session = '/api/v1/sessions/{session_id}' as const;

type Params = { readonly path: { readonly session_id: string } };

async function createSession(client: AthanorClient): Promise<string> {
  const metadata = {
    name: 'Suzuki coupling',
    description: 'Demonstration on published yields',
    tags: ['demo'],
  };
  return answerOf(await client.POST('/api/v1/sessions', { body: { metadata } })).session_id;
}

async function describeVariables(client: AthanorClient, params: Params): Promise<void> {
  for (const variable of variables) {
    const body = { ...variable, bounds: [...variable.bounds] };
    answerOf(await client.POST(`${session}/variables`, { params, body }));
  }
}

const upload = async (client: AthanorClient, params: Params, csv: string) =>
  answerOf(
    await client.POST(`${session}/experiments/upload`, {
      params,
      body: formWith('suzuki.csv', csv, { target_column: 'yield' }),
      bodySerializer: (body) => body as unknown as FormData,
    }),
  );

/** Runs a campaign on the shipped Suzuki data over HTTP: create, describe, upload, train, judge, suggest. */
export async function runStory(client: AthanorClient): Promise<Story> {
  const [sessionId, create] = await timed(() => createSession(client));
  const params = { path: { session_id: sessionId } };
  await describeVariables(client, params);
  const csv = await readFile(demoTable, 'utf8');
  const [uploaded, uploading] = await timed(() => upload(client, params, csv));
  const model = { backend: 'botorch', kernel: 'Matern', kernel_params: { nu: 2.5 } } as const;
  const [, train] = await timed(async () =>
    answerOf(await client.POST(`${session}/model/train`, { params, body: model })),
  );
  const [{ metrics }, parity] = await timed(async () =>
    answerOf(await client.GET(`${session}/visualizations/parity`, { params })),
  );
  const wanted = { strategy: 'auto', n_suggestions: 4, goal: 'maximize', seed: 1 } as const;
  const [suggested, suggest] = await timed(async () =>
    answerOf(await client.POST(`${session}/acquisition/suggest`, { params, body: wanted })),
  );
  const query = { sort_by: 'yield', order: 'desc', limit: 1 } as const;
  const listed = answerOf(await client.GET(`${session}/experiments`, { params: { ...params, query } }));
  return {
    sessionId,
    rows: uploaded.total_experiments,
    milliseconds: { create, upload: uploading, train, parity, suggest },
    metrics: { rmse: metrics.rmse, r2: metrics.r2 },
    best: listed.experiments[0] ?? {},
    suggestions: suggested.suggestions,
    reasons: suggested.diagnostics.map(({ reason }) => reason?.text ?? ''),
    promise: suggested.stop?.text ?? '',
  };
}

/** A cell of the table: numbers to four digits. */
function cell(value: unknown): string {
  return typeof value === 'number' ? String(Number(value.toPrecision(4))) : String(value ?? '');
}

function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]!.length)),
  );
  const line = (cells: readonly string[]) =>
    `  ${cells.map((text, column) => text.padStart(widths[column]!)).join('   ')}`;
  return [line(header), line(widths.map((width) => '─'.repeat(width))), ...rows.map(line)].join('\n');
}

/** The story in words and tables for a terminal. */
export function describeStory(story: Story): string {
  const { milliseconds: ms } = story;
  const names = variables.map(({ name }) => name);
  const steps = [
    ['create session, 4 variables', '', ms.create],
    ['upload suzuki.csv', `${story.rows} experiments`, ms.upload],
    [
      'train Matérn-5/2 ARD, 5-fold CV',
      `R² ${cell(story.metrics.r2)}, RMSE ${cell(story.metrics.rmse)} % yield`,
      ms.train,
    ],
    ['parity data', '', ms.parity],
    ['suggest 4 by auto', `${story.suggestions.length} new experiments`, ms.suggest],
  ] as const;
  return [
    table(
      ['step', 'result', 'ms'],
      steps.map(([step, result, time]) => [step, result, time.toFixed(1)]),
    ),
    '',
    `  Best recorded: ${cell(story.best.yield)} % at ${names.map((name) => `${name} ${cell(story.best[name])}`).join(', ')}`,
    '  Run next:',
    table(
      ['#', ...names],
      story.suggestions.map((point, i) => [String(i + 1), ...names.map((name) => cell(point[name]))]),
    ),
    '',
    ...story.reasons.map((reason, i) => `  ${i + 1}. ${reason}`),
    '',
    `  ${story.promise}`,
  ].join('\n');
}
