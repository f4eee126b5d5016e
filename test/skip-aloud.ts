/** Skips a test and prints why: the reporter of `npm test` counts what is skipped and does not show its note. */
export function skipAloud(skip: (note?: string) => never, why: string): never {
  console.log(`skipped: ${why}`);
  return skip(why);
}
