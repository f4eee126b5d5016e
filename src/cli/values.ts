import { InvalidArgumentError } from 'commander';
import { type Config, readConfig } from '../service/config.ts';
import { UsageError } from './output.ts';

/** @throws InvalidArgumentError; commander names the option and the value */
export function wholeNumber(text: string): number {
  const value = Number(text);
  if (!/^-?\d+$/.test(text) || !Number.isSafeInteger(value)) {
    throw new InvalidArgumentError('It must be a whole number.');
  }
  return value;
}

/** @throws InvalidArgumentError; commander names the option and the value */
export function decimalNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) throw new InvalidArgumentError('It must be a number.');
  return value;
}

/** For options where an empty text, as of a variable that is not set, would pass as one that is left out. @throws InvalidArgumentError */
export function someText(text: string): string {
  if (text === '') throw new InvalidArgumentError('It must not be empty.');
  return text;
}

/** Settings from options and variables. @throws UsageError one of them has a value that it cannot have */
export function settingsOf(environment: Readonly<Record<string, string | undefined>>): Config {
  try {
    return readConfig(environment);
  } catch (cause) {
    throw new UsageError((cause as Error).message, { cause });
  }
}
