import { describe, expect, it } from 'vitest';
import { memoryPlace } from '../support/store-place.ts';
import { Schedule } from '../support/store-schedule.ts';

const seeds = Array.from({ length: 12 }, (_, i) => i + 1);

describe('random schedules of edits, evictions, faults, delays, crashes, power cuts and up to three owners', () => {
  it('lose nothing that was acknowledged, over files', async () => {
    let bulk = 0;
    for (const seed of seeds) {
      const schedule = new Schedule(seed);
      await schedule.run(80);
      expect(schedule.counts.acknowledged).toBeGreaterThan(5);
      bulk += schedule.counts.bulk;
    }
    expect(bulk).toBeGreaterThan(5);
  });

  it.each([false, true])('lose nothing that was acknowledged, in memory (shared: %s)', async (shared) => {
    for (const seed of seeds) {
      const schedule = new Schedule(seed, memoryPlace(shared));
      await schedule.run(80);
      expect(schedule.counts.acknowledged).toBeGreaterThan(5);
    }
  });
});
