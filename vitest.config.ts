import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A busy machine is slow, and not wrong.
    expect: { poll: { timeout: 60_000 } },
    reporters: ['default'],
  },
});
