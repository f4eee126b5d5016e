import { describe, expect, it } from 'vitest';
import { stepless } from '../../../../src/web/domain/variables/stepless.ts';
import {
  errorWords,
  type Form,
  readForm,
  standard,
} from '../../../../src/web/features/suggest/suggest-form.ts';
import { areOfOthers, strategiesFor } from '../../../../src/web/features/suggest/suggestion-words.ts';

const read = (
  typed: Partial<Form>,
  model: Parameters<typeof strategiesFor>[0] = { trained: false, backend: null },
) => {
  const offered = strategiesFor(model, 1);
  return readForm(
    { ...standard, ...typed },
    offered.find(({ name }) => name === typed.strategy) ?? offered[0],
    [],
  );
};
const sklearn = { trained: true, backend: 'sklearn' } as const;
const botorch = { trained: true, backend: 'botorch' } as const;

describe('what is asked of a suggestion', () => {
  it('is the automatic strategy and three runs', () => {
    expect(read({})).toEqual({ request: { strategy: 'auto', n_suggestions: 3, pending: true }, errors: {} });
  });

  it.each([
    [{ number: 'abc' }, 'How many: “abc”: not a number.'],
    [{ number: '2.5' }, 'How many: “2.5” is not a whole number.'],
    [{ number: '' }, 'How many: enter a whole number from 1 to 100.'],
    [{ number: '0' }, 'How many: enter a whole number from 1 to 100.'],
    [{ number: '101' }, 'How many: enter a whole number from 1 to 100.'],
    [{ seed: '1.5x' }, 'Seed: “1.5x”: not a number.'],
  ])('%j is refused by the name of its field', (typed, words) => {
    expect(errorWords(read(typed).errors)).toEqual([words]);
  });

  it('is refused only where nothing is left of a candidate list: of fewer runs the service gives what is left', () => {
    const askedOf = (number: string, left: number) => {
      const [auto] = strategiesFor({ trained: false, backend: null }, 1);
      return errorWords(readForm({ ...standard, number }, auto, [], left).errors);
    };
    expect(askedOf('3', 3)).toEqual([]);
    expect(askedOf('4', 3)).toEqual([]);
    expect(askedOf('1', 0)).toEqual(['How many: every run of the candidate list is taken.']);
    expect(askedOf('0', 0)).toEqual(['How many: enter a whole number from 1 to 100.']);
  });

  it('is limited as the strategy is', () => {
    expect(read({ strategy: 'qEI', number: '11' }, botorch).errors.number).toContain('from 1 to 10');
    const one = read({ strategy: 'EI', number: '11' }, sklearn);
    expect(one).toMatchObject({ request: { n_suggestions: 1 }, errors: {} });
  });

  it('holds only numbers that the strategy reads', () => {
    const typed = { xi: '0.1', kappa: '2', beta: '3' };
    expect(read(typed).request).not.toHaveProperty('xi');
    expect(read({ ...typed, xi: 'wrong' })).toMatchObject({ errors: {} });
    expect(read({ ...typed, strategy: 'EI' }, sklearn).request).toMatchObject({ strategy: 'EI', xi: 0.1 });
    const bold = read({ ...typed, strategy: 'UCB' }, sklearn).request;
    expect(bold).toMatchObject({ kappa: 2 });
    expect(bold).not.toHaveProperty('beta');
    expect(read({ ...typed, strategy: 'qUCB' }, botorch).request).toMatchObject({ beta: 3 });
    expect(read({ xi: 'much', strategy: 'EI' }, sklearn).errors.xi).toBe('“much”: not a number');
  });

  it('weighs costs where the strategy can', () => {
    expect(read({ costAware: true }).request.options).toEqual({ cost_aware: true });
    expect(read({ costAware: true, strategy: 'UCB' }, sklearn).request).not.toHaveProperty('options');
  });
});

it('suggestions belong to the variables that they were made for', () => {
  const variables = [
    { name: 'T', role: 'controllable', type: 'real' },
    { name: 'humidity', role: 'observed', type: 'real' },
  ] as const;
  expect(areOfOthers([{ T: 1 }], variables)).toBe(false);
  expect(areOfOthers([], variables)).toBe(false);
  expect(areOfOthers([{ temperature: 1 }], variables)).toBe(true);
  expect(areOfOthers([{ T: 1, time: 2 }], variables)).toBe(true);
  expect(areOfOthers([{ T: 1 }], [...variables, { name: 'time', role: 'controllable', type: 'real' }])).toBe(
    true,
  );
});

it('variables whose settings may have too many digits are named, or counted where they are many', () => {
  const real = (name: string) => ({ name, type: 'real' }) as const;
  const stepped = { ...real('P'), step: 1 };
  expect(stepless([stepped, { name: 'solvent', type: 'categorical' }])).toBeUndefined();
  expect(stepless([real('T'), stepped])).toBe('T has');
  expect(stepless([real('T'), real('t')])).toBe('T and t have');
  expect(stepless(['a', 'b', 'c', 'd'].map(real))).toBe('4 variables have');
});
