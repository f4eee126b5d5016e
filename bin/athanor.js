#!/usr/bin/env node
// Plain JavaScript that any Node since version 14 reads: it says which Node is needed before anything else is loaded.
import { existsSync } from 'node:fs';

const needed = [22, 18];
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < needed[0] || (major === needed[0] && minor < needed[1])) {
  process.stderr.write(
    `athanor needs Node ${needed.join('.')} or later; this is Node ${process.versions.node}.\n`,
  );
  process.exitCode = 1;
} else {
  // A checkout runs its sources; the published package has compiled modules only.
  const source = new URL('../src/cli/start.ts', import.meta.url);
  const { start } = await import(existsSync(source) ? source.href : '../dist/cli.js');
  await start(process.argv.slice(2));
}
