import type { Data } from './hartmann.ts';
import type { Post } from './keeping-client.ts';

/** Rows of one request. */
const most = 2500;

/** A session of a server at `base` with the data recorded; its URL. */
export async function sessionOf(post: Post, base: string, { n, d, X, y }: Data): Promise<string> {
  const root = `${base}/api/v1/sessions`;
  const { session_id } = (await post(root, {})) as { session_id: string };
  const at = `${root}/${session_id}`;
  for (let k = 0; k < d; k++) await post(`${at}/variables`, { name: `x${k}`, type: 'real', min: 0, max: 1 });
  const experiments = Array.from({ length: n }, (_, i) => ({
    inputs: Object.fromEntries(Array.from({ length: d }, (_, k) => [`x${k}`, X[i * d + k]])),
    output: y[i],
  }));
  for (let done = 0; done < n; done += most)
    await post(`${at}/experiments/batch`, { experiments: experiments.slice(done, done + most) });
  return at;
}
