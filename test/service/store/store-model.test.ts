import { describe, expect, it } from 'vitest';
import { Schedule } from '../support/store-schedule.ts';

const seeds = Array.from({ length: 12 }, (_, i) => i + 1);

describe('random schedules of edits, evictions, faults, crashes, power cuts and two owners', () => {
  it('lose nothing that was acknowledged', async () => {
    for (const seed of seeds) {
      const schedule = new Schedule(seed);
      await schedule.run(80);
      expect(schedule.counts.acknowledged).toBeGreaterThan(5);
    }
  });
});
