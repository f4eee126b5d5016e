/**
 * Test files that share a process with others, so that what they import is loaded once: their code starts no process, and sets nothing
 * of its process (the environment, a device) without putting it back. What is awaited on the page is told to all that was imported, so
 * `parts.test.ts` is alone.
 */
export const inOneProcess = [
  'test/engine/!(compute)/**/*.test.ts',
  'test/service/{http,session,tables}/**/*.test.ts',
  'test/web/**/!(bundle|parts).test.ts',
];
