import { batch, csv, form, json, MeasuredServer, points } from './support/measured-server.ts';
import { Report, type Row } from './support/report.ts';

async function correction(
  server: MeasuredServer,
  path: string,
  request = 'correction of one of them',
  name = 'output',
): Promise<void> {
  const page = (await (await server.send(`${path}/experiments?limit=1`)).json()) as {
    experiments: { ProvenanceId: string }[];
  };
  const row = `${path}/experiments/${page.experiments[0]?.ProvenanceId}`;
  let n = 0;
  const value = () => (name === 'output' ? n++ : `${name} ${n++}`);
  await server.measure(request, () => server.send(row, json({ [name]: value() }, 'PATCH')));
}

async function batchOfRows(server: MeasuredServer): Promise<void> {
  let path = '';
  const rows = json(batch(10_000));
  await server.measure(
    'JSON batch of 10,000',
    () => server.send(`${path}/experiments/batch`, rows),
    async () => {
      path = await server.newSession();
    },
  );
  await correction(server, path);
}

/** @returns path of a session with the rows of a CSV, the upload of which is measured */
async function uploaded(server: MeasuredServer, request: string, text: string): Promise<string> {
  let path = '';
  await server.measure(
    request,
    () => server.upload(path, text),
    async () => {
      path = await server.newSession();
    },
  );
  return path;
}

async function manyRows(server: MeasuredServer): Promise<void> {
  const path = await uploaded(server, 'CSV of 100,000 rows', csv(100_000));
  await server.timed('CSV export of them', `${path}/experiments/export`);
  await server.timed('JSON export of them', `${path}/export`);
  await server.timed('a page of them', `${path}/experiments?limit=1000`);
  await correction(server, path);
  await server.timed('first touch of them', `${path}/state`, {}, () => server.start());
  await server.warmUp();
  await server.timed('their audit log', `${path}/audit`);
  await server.timed('their provenance', `${path}/experiments/provenance`);
  await server.timed('progress of their campaign', `${path}/campaign`);
  await server.timed('two revisions compared', `${path}/history/compare?from=1&to=2`);
  await server.timed('a branch', `${path}/branch`, json({ revision: 2 }));
  await server.timed('a backtest', `${path}/backtest`, json({ repeats: 2, runs: 5 }));
  await server.measure('preview of their file', () =>
    server.send(`${path}/experiments/preview`, form('data.csv', new Blob([csv(100_000)]))),
  );
}

/** Two objectives: their front is searched in each summary. */
async function twoObjectives(server: MeasuredServer): Promise<void> {
  const path = await server.newSession();
  const line = (i: number) => `${(i % 997) / 997},${Math.sin(i)},${Math.cos(1.3 * i)}`;
  const file = form(
    'data.csv',
    new Blob([`x,a,b\n${Array.from({ length: 100_000 }, (_, i) => line(i)).join('\n')}\n`]),
  );
  (file.body as FormData).set('target_columns', 'a,b');
  await server.send(`${path}/experiments/upload`, file);
  await server.timed('state of 100,000 rows, two objectives', `${path}/state`);
  await server.timed('progress of their campaign', `${path}/campaign`);
}

/** None of the runs beats another, and one after another changes: their front and volume are sought each time. */
async function threeObjectives(server: MeasuredServer): Promise<void> {
  const path = await server.newSession();
  const line = (i: number) => {
    const [t, z] = [(i * 0.618034) % 1, (i + 0.5) / 100_000];
    const radius = Math.sqrt(1 - z * z);
    return `${t},${radius * Math.cos((Math.PI / 2) * t)},${radius * Math.sin((Math.PI / 2) * t)},${z}`;
  };
  const file = form(
    'data.csv',
    new Blob([`x,a,b,c\n${Array.from({ length: 100_000 }, (_, i) => line(i)).join('\n')}\n`]),
  );
  (file.body as FormData).set('target_columns', 'a,b,c');
  await server.send(`${path}/experiments/upload`, file);
  let n = 0;
  await server.timed('front of 100,000 rows, three objectives', `${path}/state`, {}, () =>
    server.send(`${path}/metadata`, json({ name: `campaign ${n++}` }, 'PATCH')),
  );
  await server.timed('progress of their campaign', `${path}/campaign`);
}

/** Something is known about each row: a comment. */
async function manyDetails(server: MeasuredServer): Promise<void> {
  const lines = Array.from({ length: 100_000 }, (_, i) => `${(i % 997) / 997},${i},comment ${i}`);
  const path = await uploaded(
    server,
    'CSV of 100,000 rows with comments',
    `x,Output,Comment\n${lines.join('\n')}\n`,
  );
  await correction(server, path, 'comment on one of them', 'comment');
  await server.timed('a page of them', `${path}/experiments?limit=1000`);
  let copy = '';
  await server.measure(
    'deletion of them',
    () => server.send(`${copy}/experiments`, { method: 'DELETE' }),
    async () => {
      const made = await server.send(`${path}/branch`, json({ revision: 2 }));
      copy = `/sessions/${((await made.json()) as { session_id: string }).session_id}`;
    },
  );
  // The variable is in each row: a line of the journal that is longer than half of the document.
  let [from, to] = ['x', 't'];
  await server.timed('first touch of them after a rename', `${path}/state`, {}, async () => {
    await server.send(`${path}/variables/${from}`, json({ name: to }, 'PATCH'));
    [from, to] = [to, from];
    await server.start();
  });
}

/** A folder that is copied, and a session that a thousand clients watch, beside the requests of others. */
async function besides(server: MeasuredServer): Promise<void> {
  const path = await server.newSession();
  await server.upload(path, csv(100_000));
  await side(500, () => server.newSession());
  await server.measure('backup of 100,000 rows and 500 sessions', () => server.backUp());
  const leave = await server.crowd(path, 998);
  await correction(server, path, 'correction of one of 100,000 rows, 999 sockets');
  const other = await server.newSession();
  await leave();
  const leaveOther = await server.crowd(other, 998);
  const record = json({ inputs: { x: 0.5 }, output: 1 });
  await server.timed('a recorded experiment, 999 sockets', `${other}/experiments`, record);
  await leaveOther();
}

/** The largest session that the limits allow: 250,000 rows. */
async function largestSession(server: MeasuredServer): Promise<void> {
  const path = await uploaded(server, 'CSV of 250,000 rows', csv(250_000));
  await server.timed('detail of them', path);
  await server.timed('CSV export of them', `${path}/experiments/export`);
  await correction(server, path);
  let [from, to] = ['x', 't'];
  await server.measure('rename of their variable', () => {
    const sent = server.send(`${path}/variables/${from}`, json({ name: to }, 'PATCH'));
    [from, to] = [to, from];
    return sent;
  });
  const other = async () => {
    const made = await server.send(`${path}/branch`, json({ revision: 2 }));
    return `/sessions/${((await made.json()) as { session_id: string }).session_id}`;
  };
  let copy = '';
  const copied = async () => {
    await server.send(copy, { method: 'DELETE' });
    copy = await other();
  };
  await server.measure(
    'their values as categories',
    () => server.send(`${copy}/variables/x`, json({ type: 'categorical' }, 'PATCH')),
    copied,
  );
  await server.measure(
    'deletion of them',
    () => server.send(`${copy}/experiments`, { method: 'DELETE' }),
    copied,
  );
  const body = json({ candidates: points(100_000), repeats: true }, 'PUT');
  await server.timed('100,000 candidates', `${copy}/candidates`, body);
}

/** Files with more rows than a session may have. */
async function refusedFiles(server: MeasuredServer): Promise<void> {
  const path = await server.newSession();
  const [long, longer] = [csv(1_500_000), `x,Output\n${'0.5,1\n'.repeat(7_500_000)}`];
  await server.measure('CSV of 20 MB', () => server.upload(path, long));
  await server.measure('CSV of 45 MB', () => server.upload(path, longer));
}

/** Jobs of the engine on a session of 2,000 rows. */
async function jobs(server: MeasuredServer): Promise<void> {
  const path = await server.newSession();
  await server.upload(path, csv(2000));
  await server.timed('training of 2,000 rows', `${path}/model/train`, json({ backend: 'botorch' }));
  const suggestion = json({ strategy: 'auto', goal: 'maximize' });
  await server.timed('a suggestion', `${path}/acquisition/suggest`, suggestion);
  await server.timed('100,000 predictions', `${path}/model/predict`, json({ inputs: points(100_000) }));
}

/** A session file just under 64 MiB, and the analysis of its rows. */
async function largestFile(server: MeasuredServer): Promise<void> {
  const path = await server.newSession();
  await server.upload(path, csv(45_000));
  const file = await (await server.send(`${path}/export`)).blob();
  await server.measure('import of a session file', () =>
    server.send('/sessions/upload', form('session.json', file)),
  );
  const quadratic = json({ model_type: 'quadratic' });
  await server.timed('analysis of 45,000 rows', `${path}/design/analyse`, quadratic);
  await server.timed('evaluation of them', `${path}/design/evaluate`, quadratic);
}

/** Carries out an action a number of times, 16 side by side. */
async function side<T>(count: number, action: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  while (results.length < count) {
    results.push(
      ...(await Promise.all(Array.from({ length: Math.min(16, count - results.length) }, action))),
    );
  }
  return results;
}

async function manySessions(server: MeasuredServer): Promise<void> {
  await side(1000, () => server.newSession());
  await server.timed('GET /sessions?limit=1000, cold', '/sessions?limit=1000', {}, () => server.start());
  const record = json({ inputs: { x: 0.5 }, output: 1 });
  const paths = await side(3000, async () => {
    const path = await server.newSession();
    await server.send(`${path}/experiments`, record);
    return path;
  });
  await server.timed('a state, 3,000 sessions touched', `${paths[0]}/state`);
}

const parts: Readonly<Record<string, (server: MeasuredServer) => Promise<void>>> = {
  batch: batchOfRows,
  rows: manyRows,
  objectives: twoObjectives,
  front: threeObjectives,
  details: manyDetails,
  besides,
  largest: largestSession,
  refused: refusedFiles,
  jobs,
  file: largestFile,
  sessions: manySessions,
};

/**
 * How long the event loop is held by the largest requests that are allowed, how long `/health` takes meanwhile, and what memory the server takes.
 * Each part has a server of its own. With names of parts only those run, and no result is written: `npm run bench -- loop -- largest file`.
 */
export async function run(args: readonly string[]): Promise<void> {
  const report = new Report('loop');
  const rows: Row[] = [];
  for (const [name, part] of Object.entries(parts)) {
    if (args.length > 0 && !args.includes(name)) continue;
    const server = new MeasuredServer(rows);
    try {
      await server.start();
      await server.warmUp();
      await part(server);
    } finally {
      await server.stop();
    }
  }
  report.note(
    "each request is repeated until /health was asked 300 times; seconds: median of the request; held: longest processor time of the server's main thread between two iterations of its loop; collections and /health by the clock",
  );
  report.table('event loop held by one request', rows);
  if (args.length === 0) report.write();
}
