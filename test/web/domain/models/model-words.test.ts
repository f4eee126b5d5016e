import { describe, expect, it } from 'vitest';
import { behindWords } from '../../../../src/web/domain/models/model-words.ts';
import { sharedWords } from '../../../../src/web/features/suggest/suggestion-words.ts';

describe('what the model does not know yet', () => {
  const model = { trained: true, n_experiments: 8, data_revision: 3 };

  it('is nothing while it is of the present results, and before it is known whether it is', () => {
    expect(behindWords(model, 8, 3)).toBeUndefined();
    expect(behindWords(model, 8, undefined)).toBeUndefined();
    expect(behindWords({ trained: false, n_experiments: null, data_revision: null }, 8, 3)).toBeUndefined();
  });

  it('counts results that came later', () => {
    expect(behindWords(model, 9, 4)).toBe(
      '1 result recorded after the last training is not in the model yet.',
    );
    expect(behindWords(model, 11, 6)).toMatch(/^3 results recorded after the last training are not/);
  });

  it('names a correction, and a removal', () => {
    expect(behindWords(model, 8, 4)).toMatch(/^Experiments, variables or objectives changed after/);
    expect(behindWords(model, 7, 4)).toMatch(/^Experiments, variables or objectives changed after/);
  });
});

describe('what the reasons of several runs have in common', () => {
  const scale = "The model uses the logarithm of 'Time'.";

  it('is what they say of the model at their end', () => {
    const median = "Results of 'Yield' are modelled between their bounds: expected values are medians.";
    const texts = [
      `Expected: 5. It is good. ${median} ${scale}`,
      `Expected: 6. It is good. ${median} ${scale}`,
    ];
    expect(sharedWords(texts)).toBe(`${median} ${scale}`);
    expect(sharedWords([...texts, `Expected: 7. ${scale}`])).toBe('');
  });

  it('is all where they are equal', () => {
    expect(sharedWords(['The first runs are spread.', 'The first runs are spread.'])).toBe(
      'The first runs are spread.',
    );
  });

  it('is nothing of one run, or where only sentences on the runs are equal', () => {
    expect(sharedWords([scale])).toBe('');
    expect(sharedWords(['Expected: 5. It is good.', 'Expected: 6. It is good.'])).toBe('');
  });
});
