import { describe, expect, it } from 'vitest';
import { fileApp } from '../../support/file-app.ts';

const service = fileApp();

/** The yield is highest near 7.7, and beyond 6 the run fails. */
async function cliff(withFailures: boolean): Promise<string> {
  const path = await service.session();
  await service.call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 10] });
  for (const x of [0, 1, 2, 3, 4, 5, 5.5]) {
    await service.call('POST', `${path}/experiments`, { inputs: { x }, output: Math.sin(x / 5) });
  }
  for (const x of withFailures ? [6.5, 7, 8, 9, 10] : []) {
    await service.call('POST', `${path}/experiments`, { inputs: { x }, status: 'failed', error: 'solid' });
  }
  await service.call('POST', `${path}/model/train`, { backend: 'botorch' });
  return path;
}

describe('failures', () => {
  it.each(['EI', 'LogEI', 'UCB', 'qEI', 'qUCB', 'Thompson', 'auto'])(
    '%s keeps away from where runs fail',
    async (strategy) => {
      const ask = async (path: string) => {
        const many = strategy.startsWith('q') || strategy === 'auto' ? { n_suggestions: 3 } : {};
        const answer = await service.call('POST', `${path}/acquisition/suggest`, {
          strategy,
          goal: 'maximize',
          seed: 3,
          ...many,
        });
        expect(answer.status).toBe(200);
        return answer.body;
      };
      const without = await ask(await cliff(false));
      const body = await ask(await cliff(true));
      const highest = Math.max(...without.suggestions.map(({ x }: { x: number }) => x));
      expect(highest).toBeGreaterThan(7);
      for (const { x } of body.suggestions) expect(x).toBeLessThan(7);
      expect(body.diagnostics[0].success_probability).toBeGreaterThan(0.2);
      expect(without.diagnostics[0]).not.toHaveProperty('success_probability');
    },
  );

  it('the nearest run of a suggestion is counted with the failed ones', async () => {
    const path = await service.session();
    await service.call('POST', `${path}/variables`, { name: 'x', type: 'real', bounds: [0, 10] });
    await service.call('POST', `${path}/experiments`, {
      inputs: { x: 9.5 },
      status: 'failed',
      error: 'solid',
    });
    for (const x of [0, 1, 2, 3, 4, 5, 6, 7])
      await service.call('POST', `${path}/experiments`, { inputs: { x }, output: Math.sin(x / 3) });
    const { body } = await service.call('POST', `${path}/acquisition/suggest`, { strategy: 'auto', seed: 3 });
    const { experiments } = (await service.call('GET', `${path}/experiments`)).body;
    const { row, distance } = body.diagnostics[0].reason.nearest_run;
    expect(Math.abs(experiments[row].x - body.suggestions[0].x) / 10).toBeCloseTo(distance, 9);
  });

  it('a run that is not measured yet is no failure', async () => {
    const path = await cliff(false);
    await service.call('POST', `${path}/experiments`, { inputs: { x: 9 }, output: { Output: null } });
    const { body } = await service.call('POST', `${path}/acquisition/suggest`, { strategy: 'EI', seed: 3 });
    expect(body.diagnostics[0]).not.toHaveProperty('success_probability');
  });
});
