import { afterAll, beforeAll } from 'vitest';
import { type TestApp, testApp } from './app.ts';

/** A server for the tests of a file, with what `testApp` takes: there before the first test, closed after the last. */
export function fileApp(...options: Parameters<typeof testApp>): TestApp {
  const service = {} as TestApp;
  beforeAll(async () => {
    Object.assign(service, await testApp(...options));
  });
  afterAll(() => service.close());
  return service;
}
