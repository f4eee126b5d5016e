import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { inOneProcess } from './test/in-one-process.ts';

// Processes and threads that tests start compile the sources once.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'build/compile-cache');
// Tests read numbers as they are written in English, whatever region the machine is set to.
for (const name of ['LC_ALL', 'LC_MESSAGES', 'LC_NUMERIC', 'LANG', 'LANGUAGE']) delete process.env[name];

export default defineConfig({
  test: {
    globalSetup: 'test/run-folder.ts',
    // A busy machine is slow, and not wrong.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
    // All cores: vitest leaves one free, half of the machine where there are two.
    maxWorkers: '100%',
    reporters: ['default'],
    projects: [
      {
        extends: true,
        test: {
          name: 'shared',
          include: inOneProcess,
          isolate: false,
          restoreMocks: true,
          // A test that compares nothing cannot fail. Elsewhere some wait until something is so, which fails by itself.
          expect: { requireAssertions: true },
        },
      },
      { extends: true, test: { name: 'own', include: ['test/**/*.test.ts'], exclude: inOneProcess } },
    ],
  },
});
