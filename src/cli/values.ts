import { InvalidArgumentError } from 'commander';

/** @throws InvalidArgumentError naming what was given */
export function wholeNumber(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isSafeInteger(value)) {
    throw new InvalidArgumentError(`expected a whole number, got '${text}'`);
  }
  return value;
}
