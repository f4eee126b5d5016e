import { defineConfig } from 'vitest/config';

/** The tests of one run, which main.ts names. */
const tests = process.env.MUTATION_TESTS ?? '';

export default defineConfig({
  test: { include: tests.split(','), testTimeout: 120_000, hookTimeout: 120_000 },
});
