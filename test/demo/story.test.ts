import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createAthanorClient } from '../../src/client/client.ts';
import { describeStory, runStory } from '../../src/demo/story.ts';
import { serve } from '../../src/service/serve.ts';

const folder = mkdtempSync(join(tmpdir(), 'athanor-demo-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('the demonstration campaign runs on the Suzuki data, the same each time', async () => {
  const server = await serve({ PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'silent' }, () => {});
  try {
    const client = createAthanorClient(server.address);
    const story = await runStory(client);
    expect(story.rows).toBe(247);
    expect(story.best.yield).toBe(96.9);
    expect(story.metrics.r2).toBeGreaterThan(0.8);
    expect(story.suggestions).toHaveLength(4);
    for (const { temperature, pd_mol, arbpin, k3po4 } of story.suggestions as Record<string, number>[]) {
      expect(temperature).toBeGreaterThanOrEqual(75);
      expect(temperature).toBeLessThanOrEqual(90);
      expect(pd_mol).toBeGreaterThanOrEqual(0.5);
      expect(pd_mol).toBeLessThanOrEqual(5);
      expect(arbpin).toBeGreaterThanOrEqual(1);
      expect(arbpin).toBeLessThanOrEqual(1.8);
      expect(k3po4).toBeGreaterThanOrEqual(1.5);
      expect(k3po4).toBeLessThanOrEqual(3);
    }
    expect(describeStory(story)).toContain('247 experiments');
    expect((await runStory(client)).suggestions).toEqual(story.suggestions);
  } finally {
    await server.stop();
  }
});
