import { InvalidArgumentError } from 'commander';
import { type Config, readConfig } from '../service/config.ts';
import { UsageError } from './output.ts';

/** @throws InvalidArgumentError naming what was given */
export function wholeNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isSafeInteger(value)) {
    throw new InvalidArgumentError(`expected a whole number, got '${text}'`);
  }
  return value;
}

/** Settings from options and variables. @throws UsageError one of them has a value that it cannot have */
export function settingsOf(environment: Readonly<Record<string, string | undefined>>): Config {
  try {
    return readConfig(environment);
  } catch (cause) {
    throw new UsageError((cause as Error).message, { cause });
  }
}
