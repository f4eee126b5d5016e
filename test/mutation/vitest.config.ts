import { defineConfig } from 'vitest/config';

/** The tests of one run, which main.ts names. */
const { MUTATION_TESTS } = process.env;

export default defineConfig({
  test: {
    include: MUTATION_TESTS ? MUTATION_TESTS.split(',') : ['test/**/*.test.ts'],
    exclude: ['test/e2e/**'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
