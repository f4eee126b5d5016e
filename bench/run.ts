import { readdirSync } from 'node:fs';

/**
 * `npm run bench -- <name>…` runs bench/<name>.bench.ts, each of which exports `run(args)`; without a name it lists them.
 * Arguments after `--` go to the benchmarks.
 */
interface Benchmark {
  run(args: readonly string[]): Promise<void>;
}

const names = readdirSync(new URL('.', import.meta.url))
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.slice(0, -'.bench.ts'.length))
  .sort();

const given = process.argv.slice(2);
const split = given.indexOf('--');
const wanted = split < 0 ? given : given.slice(0, split);
const args = split < 0 ? [] : given.slice(split + 1);
const unknown = wanted.filter((name) => !names.includes(name));
if (wanted.length === 0 || unknown.length > 0) {
  if (unknown.length > 0) console.log(`no benchmark called ${unknown.join(', ')}`);
  console.log(`benchmarks: ${names.join(', ')}\nrun some with: npm run bench -- ${names[0] ?? '<name>'}`);
  process.exitCode = unknown.length > 0 ? 1 : 0;
} else {
  for (const name of wanted) {
    const benchmark = (await import(`./${name}.bench.ts`)) as Benchmark;
    await benchmark.run(args);
  }
}
