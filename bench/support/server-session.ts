import type { Data } from './hartmann.ts';
import type { Post } from './keeping-client.ts';

/** Rows of one request. */
const most = 2500;

/** A session of a server at `base` with variables x0, x1, … from 0 to 1; its URL. */
export async function openSession(post: Post, base: string, d: number): Promise<string> {
  const root = `${base}/api/v1/sessions`;
  const { session_id } = (await post(root, {})) as { session_id: string };
  const at = `${root}/${session_id}`;
  for (let k = 0; k < d; k++) await post(`${at}/variables`, { name: `x${k}`, type: 'real', min: 0, max: 1 });
  return at;
}

/** Records rows in a session that `openSession` made. */
export async function recordRows(
  post: Post,
  at: string,
  { n, d, X, y }: Pick<Data, 'n' | 'd' | 'X' | 'y'>,
): Promise<void> {
  const experiments = Array.from({ length: n }, (_, i) => ({
    inputs: Object.fromEntries(Array.from({ length: d }, (_, k) => [`x${k}`, X[i * d + k]])),
    output: y[i],
  }));
  for (let done = 0; done < n; done += most)
    await post(`${at}/experiments/batch`, { experiments: experiments.slice(done, done + most) });
}

/** A session of a server at `base` with the data recorded; its URL. */
export async function sessionOf(post: Post, base: string, data: Data): Promise<string> {
  const at = await openSession(post, base, data.d);
  await recordRows(post, at, data);
  return at;
}
