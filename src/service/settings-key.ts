import type { Inputs } from '../contract/values.ts';

/** Settings in six digits: spreadsheets round what they show, and some save that. */
export const keyOfSettings = (inputs: Inputs, names: readonly string[]): string =>
  JSON.stringify(
    names.map((name) => {
      const value = inputs[name];
      return typeof value === 'number' ? value.toPrecision(6) : value;
    }),
  );
