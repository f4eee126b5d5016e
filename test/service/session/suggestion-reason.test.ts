import { describe, expect, it } from 'vitest';
import type { CampaignResult, CampaignSuggestion } from '../../../src/engine/campaign/task.ts';
import { emptyState } from '../../../src/service/session/state.ts';
import { stopOf } from '../../../src/service/session/suggestions/stop-words.ts';
import { reasonOf } from '../../../src/service/session/suggestions/suggestion-reason.ts';

const asked = {
  space: { dimensions: [{ kind: 'real', name: 'T', low: 0, high: 1 }], constraints: [] },
  targets: ['yield'],
  goals: ['maximize'],
  isJoint: false,
  hasLimits: true,
  isFixed: false,
} as const;

const explored: CampaignSuggestion = {
  point: Float64Array.of(0.5),
  kind: 'explore',
  forecast: { mean: [93], std: [2], curve: [[89, 97]], stdMeasurement: [4], interval: [[85, 101]] },
  atBounds: [],
  alternatives: [],
  warnings: [],
};

/** The words about a suggestion. */
function wordsOf(
  change: Partial<CampaignSuggestion>,
  best?: number,
  more: Partial<CampaignResult> = {},
): string {
  const suggestion = { ...explored, ...change };
  const result = {
    ...{ suggestions: [suggestion], value: 0, warnings: [], seed: 1 },
    ...(best ? { best } : {}),
    ...more,
  };
  return reasonOf(emptyState('s', '2026-11-23T00:00:00Z'), result, asked, 0, () => ({})).text;
}

const atLeast = (value: number) => ({ objective: 0, bound: 'lower' as const, value });

describe('the reason for a suggestion', () => {
  it.each([
    ['recorded', 'This run was measured before;'],
    ['pending', 'This run is pending;'],
    [1, 'It repeats run 2 of this batch;'],
  ] as const)('says what a replicate repeats: %s', (repeats, words) => {
    const text = wordsOf({ kind: 'replicate', repeats }, 94);
    expect(text).toContain(`${words} given the noise of the measurements, another result is worth more`);
    for (const other of ['measured before', 'pending', 'of this batch'])
      expect(text.includes(other)).toBe(words.includes(other));
  });

  it('asks for a second result only where none is pending or in the batch', () => {
    const byOthers = { output: 90, mean: 95, std: 1, away: -5 };
    const words = (repeats: NonNullable<CampaignSuggestion['repeats']>) =>
      wordsOf({ kind: 'replicate', repeats, nearest: { row: 0, distance: 0 }, byOthers }, 94);
    expect(words('recorded')).toContain('a second result will show which is right');
    for (const repeats of ['pending', 0] as const) expect(words(repeats)).not.toContain('second result');
  });

  it('says of a run that failed that it did, not that it was measured', () => {
    const text = wordsOf({ kind: 'replicate', repeats: 'failed', success: 0.152 }, 94);
    expect(text).toBe(
      'Expected: yield 93.0 ± 2.0; best run so far: 94.0 according to the model. It gives a result with a probability of 15 %. ' +
        'This run failed before; a result there would be worth more than that of a new run.',
    );
  });

  it('says how likely an uncertain run is better than the best', () => {
    expect(wordsOf({ gain: 0.4, probability: 0.284 }, 94)).toBe(
      'Expected: yield 93.0 ± 2.0; best run so far: 94.0 according to the model. It is expected to be worse than the best run, but its value is uncertain: ' +
        'the probability that it is better is 28 %. Expected gain: 0.4.',
    );
    expect(wordsOf({ gain: 0.001, probability: 0.004 }, 94)).toContain(
      'The probability that it is better is less than 1 %',
    );
    expect(wordsOf({ gain: 0.001, probability: 0.004 }, 94)).not.toContain('uncertain');
    expect(wordsOf({ gain: 1.2e-34, probability: 1e-33 }, 94)).toMatch(/ Expected gain: 0\.$/);
    // As where all results are equal.
    const even = wordsOf({ gain: 0.001, probability: 0.499 }, 93);
    expect(even).toContain(
      'about as good as the best run, but its value is uncertain: the probability that it is better is 50 %',
    );
    expect(even).not.toContain('worse');
    // The run is worse by 1.0: less than the noise that is certain, or than the one that is inferred.
    const within = (leastNoise: number) => {
      const stop = { runs: 5, expectedGain: 1, interval: [0, 3] as const, leastNoise };
      return wordsOf({ gain: 0.4, probability: 0.284 }, 94, { noiseStd: [1.5], stop });
    };
    expect(within(1.2)).toContain(
      'It is expected to be worse than the best run by less than the noise of one measurement, but its value is uncertain: the probability that it is better is 28 %.',
    );
    expect(within(0.9)).not.toContain('noise');
    // The difference is smaller than the digits shown.
    expect(wordsOf({ gain: 0.4, probability: 0.35 }, 93.04)).toContain(
      'best run so far: 93.0 according to the model. It is expected to be about as good as the best run, but',
    );
  });

  it('gives a median and the best run that it is compared with the same digits', () => {
    const forecast: CampaignSuggestion['forecast'] = {
      ...{ mean: [95.87], std: [1], stdMeasurement: [2] },
      ...{ curve: [[94.74, 96.83]], interval: [[92, 98]] },
    };
    expect(wordsOf({ forecast }, 95.876, { byLogit: [0] })).toContain(
      'Expected: yield 95.9 (95 % interval of the curve 94.7 to 96.8); best run so far: 95.9 according to the model.',
    );
    const sure = { ...forecast, mean: [82.961], curve: [[82.9599, 82.9621]] } as const;
    expect(wordsOf({ forecast: sure }, 82.9612, { byLogit: [0] })).toContain(
      'Expected: yield 82.9610 (95 % interval of the curve 82.9599 to 82.9621); best run so far: 82.9612 according to',
    );
  });

  it('says once every goal is reached that nothing is left to gain, and why the run that does is repeated', () => {
    const joint = (change: Partial<CampaignSuggestion>, best: number) => {
      const suggestions = [{ ...explored, desirability: 1, gain: 0, probability: 0, ...change }];
      const state = emptyState('s', '2026-11-23T00:00:00Z');
      return reasonOf(
        state,
        { suggestions, best, value: 0, warnings: [], seed: 1 },
        { ...asked, isJoint: true },
        0,
        () => ({}),
      ).text;
    };
    const words = 'The best run reaches every goal: nothing is left to gain.';
    for (const kind of ['exploit', 'explore'] as const) {
      expect(joint({ kind }, 1)).toContain(words);
      expect(joint({ kind }, 1)).not.toContain('Expected gain');
      expect(joint({ kind }, 0.99)).toMatch(/Expected gain: 0\.$/);
      expect(joint({ kind, purpose: 'variant' }, 1)).not.toContain('promising');
    }
    expect(joint({ kind: 'replicate', repeats: 'recorded', confirms: true }, 0.99)).toContain(
      'This run was measured before; it is expected to reach every goal, and a second result will show whether it does.',
    );
  });

  it('says why a run is spread although there are many', () => {
    const { forecast: _, ...first } = {
      ...explored,
      kind: 'first_points' as const,
      nearest: { row: 0, distance: 0.5 },
    };
    const text = (change: Partial<CampaignSuggestion>) => {
      const suggestions = [{ ...first, ...change }];
      return reasonOf(
        emptyState('s', '2026-11-23T00:00:00Z'),
        { suggestions, value: 0, warnings: [], seed: 1 },
        asked,
        0,
        () => ({}),
      ).text;
    };
    expect(text({})).toBe('The first runs are spread over the space, each far from the others.');
    expect(text({ despite: 'crowded' })).toBe(
      'Most runs so far lie close together and say little about the rest of the ranges; this one is far from all of them.',
    );
    expect(text({ despite: 'alike' })).toBe(
      'All results so far are the same and say nothing about the variables; this run is far from all others.',
    );
  });

  it('says how likely a run is to give a result', () => {
    expect(wordsOf({ kind: 'exploit', gain: 0.4, probability: 0.284, success: 0.416 }, 92)).toBe(
      'Expected: yield 93.0 ± 2.0; best run so far: 92.0 according to the model. It gives a result with a probability of 41 %. ' +
        'If it gives a result, that is expected to be among the best. Expected gain, allowing for failure: 0.4.',
    );
    expect(wordsOf({ kind: 'exploit', success: 0.5 }, 92)).toContain(
      ' 50 %. It is expected to be among the best.',
    );
    expect(wordsOf({ success: 0.004 })).toContain('It gives a result with a probability of less than 1 %.');
  });

  it('says of several objectives how likely a run is among the best compromises', () => {
    const better = 'A recorded run is expected to be better in every objective';
    expect(wordsOf({ dominated: true, probability: 0.31 })).toContain(
      `${better}, but the values here are uncertain: the probability that it is among the best compromises is 31 %.`,
    );
    const hopeless = wordsOf({ dominated: true, probability: 0.002, purpose: 'variant' });
    expect(hopeless).toContain(
      `${better}. The probability that it is among the best compromises is less than 1 %. It is the most promising run under one of the models that may describe the data.`,
    );
    expect(hopeless).not.toContain('uncertain');
    const outside = "It is expected to violate the limit of 'yield' (at least 95)";
    expect(wordsOf({ dominated: false, breaks: [atLeast(95)], probability: 0.2 })).toContain(
      `${outside}, but this is uncertain: it may meet all limits and be among the best.`,
    );
    expect(wordsOf({ dominated: false, breaks: [atLeast(95)], probability: 0 })).toContain(
      `${outside}; the probability that it meets all limits and is among the best compromises is less than 1 %.`,
    );
    expect(wordsOf({ kind: 'exploit', dominated: false, probability: 0.9 })).toContain(
      'It is expected to be among the best compromises.',
    );
  });

  it('says so where a limit can hardly be kept', () => {
    expect(wordsOf({ breaks: [atLeast(95)], gain: 0, probability: 0 }, 94)).toContain(
      "It is expected to violate the limit of 'yield' (at least 95); the probability that it meets all limits and is better than the runs so far is less than 1 %.",
    );
    expect(wordsOf({ breaks: [atLeast(95)], gain: 1, probability: 0.2 }, 94)).toContain(
      'but this is uncertain',
    );
  });

  it('says what a run is for that can hardly keep a limit', () => {
    const words = (probability: number) =>
      wordsOf({ dominated: false, breaks: [atLeast(95)], probability, purpose: 'variant' });
    const aim = 'It is the most promising run under one of the models that may describe the data.';
    expect(words(0.004)).toContain(`is less than 1 %. ${aim}`);
    expect(words(0.2)).not.toContain(aim);
  });

  it('says of a run that explores because the best result is a limit that this is why', () => {
    const stop = { runs: 5, expectedGain: 0.6, interval: [0, 2] as const, reachedLimit: 95 };
    for (const probability of [0.004, 0.2]) {
      const text = wordsOf({ gain: 0.61, probability, purpose: 'elsewhere' }, 95, { stop });
      expect(text).toContain(
        'Near the best run a better result could not be measured, so it explores a region without runs. Expected gain: 0.61.',
      );
      expect(text).not.toMatch(/left to gain/);
    }
  });

  it('says that a limit is missed narrowly where the digits shown do not tell it from the expected value', () => {
    const words = (breaks: NonNullable<CampaignSuggestion['breaks']>) =>
      wordsOf({ breaks, gain: 1, probability: 0.2 }, 94);
    expect(words([atLeast(93.04)])).toContain(
      "is expected to narrowly violate the limit of 'yield' (at least 93.04)",
    );
    expect(words([atLeast(93.04), { ...atLeast(90), bound: 'upper' }])).toContain(
      "is expected to violate the limits of 'yield' (at least 93.04), 'yield' (at most 90)",
    );
  });

  it.each([
    [
      'elsewhere',
      'Under one of the models that may describe the data, almost nothing is left to gain near the runs so far, so it explores a region without runs.',
    ],
    ['cost', 'It is the most promising run for its cost under one of the models that may describe the data.'],
    ['knowledge', 'Its result may show better settings elsewhere.'],
    ['variant', 'It is the most promising run under one of the models that may describe the data.'],
  ] as const)('says what a run is for that is hardly better: %s', (purpose, words) => {
    for (const probability of [0.004, 0.03])
      expect(wordsOf({ gain: 0.001, probability, purpose }, 94)).toContain(
        ` %. ${words} Expected gain: 0.001.`,
      );
    expect(wordsOf({ gain: 0.4, probability: 0.2, purpose }, 94)).not.toContain(words);
  });
});

it.each([
  [{}, 'The next run is expected to gain 1 in yield over'],
  [
    { hypervolume: 2, growth: { expectedGain: 0.1, interval: [0, 0.3] as const } },
    'The next run is expected to improve',
  ],
  [{ hypervolume: 0 }, 'The next run may be the first that does.'],
  [{ hypervolume: 0, interval: [0, 0] as const }, 'With 95 % probability, the next run will not either.'],
])('names a single next run: %o', (change, words) => {
  const stop = { runs: 1, expectedGain: 1, interval: [0, 4] as const, ...change };
  expect(stopOf({ suggestions: [], value: 0, warnings: [], seed: 1, stop }, asked).text).toContain(words);
});

it('explains an expected gain that lies beyond its interval, by rare large gains', () => {
  const text = (expectedGain: number, interval: [number, number]) =>
    stopOf(
      {
        ...{ suggestions: [], value: 0, warnings: [], seed: 1, noiseStd: [0.5] },
        stop: { runs: 5, expectedGain, interval },
      },
      asked,
    ).text;
  expect(text(0.013, [0, 0])).toBe(
    'The next 5 runs are expected to gain 0.013 in yield over the best run so far (on average, because of rare large gains; with 95 % probability it is zero). ' +
      'With 95 % probability it is within the noise of one measurement; consider stopping.',
  );
  expect(text(0.42, [0, 0.000028])).toContain('with 95 % probability it is next to nothing)');
  expect(text(2, [0, 1])).toContain('with 95 % probability it is at most 1)');
  expect(text(1, [0, 4])).toContain('(90 % interval 0.0 to 4.0)');
});

it.each([
  [['yield'], 'in desirability over'],
  [['yield', 'cost'], 'in joint desirability over'],
] as const)('names the desirability that a gain is in: %o', (targets, words) => {
  const stop = { runs: 5, expectedGain: 0.2, interval: [0.1, 0.4] as const, noise: 0, leastNoise: 0 };
  const result = { suggestions: [], value: 0, warnings: [], seed: 1, best: 0.5, stop };
  expect(stopOf(result, { ...asked, targets, isJoint: true }).text).toContain(words);
});

it('says that a run should be repeated before an end by noise that no repeat has shown', () => {
  const text = (stop: object) =>
    stopOf(
      {
        ...{ suggestions: [], value: 0, warnings: [], seed: 1, noiseStd: [0.5] },
        stop: { runs: 5, expectedGain: 0.1, interval: [0, 0.4], leastNoise: 0.5, ...stop },
      },
      asked,
    ).text;
  expect(text({})).toMatch(/That is within the noise of one measurement; consider stopping\.$/);
  expect(text({ unrepeated: true })).toMatch(
    /That is within the noise of one measurement as inferred by the model, but no run was repeated: repeat the best run before you stop\.$/,
  );
  expect(text({ unrepeated: true, leastNoise: 0.3 })).not.toContain('repeat');
});

it.each([
  [
    { outside: true },
    false,
    'According to the model, no run so far meets the limits.',
    'Change the limits, or consider',
  ],
  [
    {},
    true,
    'According to the model, no run so far has a desirability above 0.',
    'Change the ranges of desirability',
  ],
] as const)('says in advice to stop that nothing was reached: %o', (found, isJoint, before, after) => {
  const stop = { runs: 5, expectedGain: 0, interval: [0, 0] as const, noise: 0, leastNoise: 0 };
  const result = { suggestions: [], value: 0, warnings: [], seed: 1, best: 0, stop, ...found };
  const { text } = stopOf(result, { ...asked, isJoint });
  expect(text.startsWith(before)).toBe(true);
  expect(text).toContain(after);
  expect(text).not.toContain('within the noise');
});

it.each([
  [0.5, true],
  [0.2, false],
])('advises to stop where the gain is within the noise that is sure: %d', (leastNoise, advised) => {
  const { text, noise_std } = stopOf(
    {
      ...{ suggestions: [], value: 0, warnings: [], seed: 1, noiseStd: [0.9] },
      stop: { runs: 5, expectedGain: 0.1, interval: [0, 0.4], leastNoise },
    },
    asked,
  );
  expect(text.includes('within the noise of one measurement; consider stopping')).toBe(advised);
  expect(noise_std).toBe(0.9);
});

it('gives no advice to stop while first points are proposed', () => {
  const text = (kind: CampaignSuggestion['kind']) =>
    stopOf(
      {
        ...{ suggestions: [{ ...explored, kind }], value: 0, warnings: [], seed: 1, outside: true },
        stop: { runs: 5, expectedGain: 0, interval: [0, 0], leastNoise: 0.5 },
      },
      asked,
    ).text;
  expect(text('explore')).toContain('consider stopping');
  expect(text('first_points')).toBe(
    'According to the model, no run so far meets the limits. The next 5 runs are expected to gain 0 in yield over the best run so far (90 % interval 0 to 0).',
  );
});

it.each([
  [15e9, '1.5e10'],
  [2e7, '20000000'],
  [0.013, '0.013'],
  [4e-11, '4e-11'],
])('writes a gain of %d with few digits', (expectedGain, written) => {
  const stop = { runs: 5, expectedGain, interval: [0, 4 * expectedGain] as const };
  const { text } = stopOf({ suggestions: [], value: 0, warnings: [], seed: 1, stop }, asked);
  expect(text).toContain(`are expected to gain ${written} in yield`);
});

it.each([
  [
    [0.03, 0.01, 0.06],
    'The next 5 runs are expected to improve the best compromises by 3 % (90 % interval 1.0 to 6.0 %).',
  ],
  [
    [0.03, 0, 0.005],
    'The next 5 runs are expected to improve the best compromises by 3 % (on average, because of rare large gains; with 95 % probability it is at most 0.5 %). With 95 % probability it is less than 1 %; consider stopping.',
  ],
] as const)('gives the gain of several objectives as a share of what was reached: %j', (growth, words) => {
  const [mean, low, high] = growth;
  const share = { expectedGain: mean, interval: [low, high] as const };
  const stop = { runs: 5, expectedGain: 6, interval: [2, 12] as const, hypervolume: 5000, growth: share };
  const answer = stopOf({ suggestions: [], value: 0, warnings: [], seed: 1, stop }, asked);
  expect(answer.text).toBe(words);
  expect(answer).toMatchObject({ expected_gain: 6, interval_90: [2, 12], hypervolume: 5000 });
});

it.each([
  [
    [0, 12],
    true,
    'No run so far meets the limits and is better than the reference point in every objective. One of the next 5 runs may be the first that does.',
  ],
  [
    [0, 0],
    true,
    'No run so far meets the limits and is better than the reference point in every objective. With 95 % probability, none of the next 5 runs will either. Change the limits or the reference point, or consider stopping.',
  ],
  [
    [0, 12],
    false,
    'No run so far is better than the reference point in every objective. One of the next 5 runs may be the first.',
  ],
  [
    [0, 0],
    false,
    'No run so far is better than the reference point in every objective. With 95 % probability, none of the next 5 runs will be. Change the reference point, or consider stopping.',
  ],
] as const)(
  'says that several objectives have reached nothing: %j, limits: %s',
  (interval, hasLimits, words) => {
    const stop = { runs: 5, expectedGain: 6, interval, hypervolume: 0 };
    const { text } = stopOf(
      { suggestions: [], value: 0, warnings: [], seed: 1, stop },
      { ...asked, hasLimits },
    );
    expect(text).toBe(words);
  },
);

it('gives no advice where no run has a result of every objective', () => {
  const stop = {
    runs: 5,
    expectedGain: 0,
    interval: [0, 0] as const,
    hypervolume: 0,
    incomplete: true as const,
  };
  const { text } = stopOf({ suggestions: [], value: 0, warnings: [], seed: 1, stop }, asked);
  expect(text).toBe(
    'No run so far has a result of every objective, so what more runs would improve is unknown.',
  );
});

it('gives no growth over a front whose runs all have the same result of an objective', () => {
  const stop = { runs: 5, expectedGain: 6, interval: [0, 9] as const, hypervolume: 3, equal: [0] };
  const { text } = stopOf({ suggestions: [], value: 0, warnings: [], seed: 1, stop }, asked);
  expect(text).toBe(
    "All runs with a result of every objective have the same 'yield', so by how much more runs improve the best compromises is unknown.",
  );
});

it.each([
  [{ hypervolume: 0, interval: [0, 0] }, 'No run is likely to be better than the reference point'],
  [{ hypervolume: 0, interval: [0, 2] }, 'It is the most promising run under one of the models'],
  [{ hypervolume: 4, interval: [0, 0] }, 'It is the most promising run under one of the models'],
  [
    { hypervolume: 0, interval: [0, 0], incomplete: true },
    'It is the most promising run under one of the models',
  ],
] as const)('says what a run is for by what it promises: %j', (promised, words) => {
  const stop = { runs: 5, expectedGain: 0, ...promised };
  const text = wordsOf({ probability: 0.03, dominated: true, purpose: 'variant' }, 0, { stop });
  expect(text).toContain(words);
});

describe('advice to stop where nothing better can be found', () => {
  const text = (change: Partial<CampaignResult>, stop: object, isJoint: boolean) =>
    stopOf(
      {
        ...{ suggestions: [explored], value: 0, warnings: [], seed: 1, noiseStd: [0.5], ...change },
        stop: { runs: 5, expectedGain: 0, interval: [0, 0], ...stop },
      },
      { ...asked, isJoint },
    ).text;
  const reached =
    'According to the model, the best run so far has desirability 1: every goal is reached, and nothing is left to gain.';

  it('is given once every goal is reached, however little the gain', () => {
    expect(text({ best: 1 }, { expectedGain: 1e-9, interval: [0, 1e-8] }, true)).toBe(
      `${reached} Consider stopping.`,
    );
    expect(text({ best: 0.9 }, { expectedGain: 1e-9, interval: [0, 1e-8] }, true)).not.toContain('topping');
  });

  it('promises no gain once every goal is reached', () => {
    expect(text({ best: 1 }, {}, true)).toBe(`${reached} Consider stopping.`);
    expect(text({ best: 1 }, { unrepeated: true }, true)).toBe(
      `${reached} No run was repeated: repeat the best run before you stop.`,
    );
    expect(text({ best: 1 }, { expectedGain: 0.2, interval: [0, 0.4] }, true)).toContain(
      'expected to gain 0.2',
    );
  });

  it('says of a best result that is a limit that a better one cannot be seen', () => {
    const stop = { expectedGain: 2, interval: [0, 5], reachedLimit: 99 };
    const words = 'The best result is a limit, yield above 99: whether others are better cannot be measured.';
    expect(text({}, stop, false)).toBe(`${words} Consider stopping, or measure more precisely.`);
    expect(text({ suggestions: [{ ...explored, kind: 'first_points' }] }, stop, false)).toBe(words);
  });
});
