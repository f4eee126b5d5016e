import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { longFunctions } from '../../src/tools/long-functions.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

it('no function has more than 60 lines', () => {
  expect(longFunctions('src/**/*.{ts,tsx}', 60)).toEqual([]);
});

it('sources, benchmarks and kernels have at most 400 lines, but for what is generated', () => {
  const generated = ['src/client/schema.d.ts', 'kernels/include/athanor/op-table.h'];
  const long = globSync(['src/**/*.{ts,tsx}', 'bench/**/*.{ts,py}', 'kernels/**/*.{cc,cu,h}'], { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !generated.includes(path))
    .filter((path) => readFileSync(`${root}${path}`, 'utf8').trimEnd().split('\n').length > 400);
  expect(long).toEqual([]);
});
