import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { peerScript, peersPython } from '../support/python.ts';
import type { Table } from './emulator.ts';

const kept = new URL('../results/local/tables.json', import.meta.url);
let loaded: Readonly<Record<string, Table>> | undefined;

/** The real tables of bench/peers/quality_tables.py, read once with the Python of the peers and kept; none without it. */
export function tables(): Readonly<Record<string, Table>> {
  loaded ??= read();
  return loaded;
}

function read(): Readonly<Record<string, Table>> {
  if (!existsSync(kept)) {
    const { status, stdout } = spawnSync(peersPython, [peerScript('quality_tables.py')], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    if (status !== 0) {
      console.log(
        `no real tables: ${peersPython} cannot read them; node bench/peers/setup.ts fits makes one that can`,
      );
      return {};
    }
    mkdirSync(new URL('.', kept), { recursive: true });
    writeFileSync(kept, stdout);
  }
  return JSON.parse(readFileSync(kept, 'utf8')) as Record<string, Table>;
}
