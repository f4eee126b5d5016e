import { readFileSync } from 'node:fs';
import { fileOf, grid } from './text.ts';

interface Rate {
  readonly perSecond: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly processorMs: { readonly server: number; readonly database: number; readonly client: number };
}

interface ScaleResults {
  readonly machine: string;
  readonly cores: number;
  readonly load: readonly [number, number];
  readonly date: string;
  readonly sessions: number;
  readonly writes: Rate;
  readonly writesAlternating: Rate;
  readonly reads: Rate;
  readonly events: { readonly medianMs: number; readonly p99Ms: number };
  readonly failoverSeconds: number;
  readonly socketKb: number;
  readonly jobsPerSecond: Readonly<Record<string, number>>;
}

const ms = (value: number) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;

function rateRow(what: string, { perSecond, medianMs, p99Ms, processorMs }: Rate): string[] {
  const { server, database, client } = processorMs;
  const each = [server, database, client].map((value) => value.toFixed(3)).join(', ');
  return [what, perSecond.toLocaleString('en'), ms(medianMs), ms(p99Ms), `${each} ms`];
}

/** Rates of two servers on one database, for docs/scale.md. */
export function scaleTable(): string[] {
  const found = JSON.parse(readFileSync(fileOf('bench/results/scale.json'), 'utf8')) as ScaleResults;
  const { events, failoverSeconds, socketKb, jobsPerSecond } = found;
  return [
    `On ${found.date}, ${found.machine}, ${found.cores} cores, load ${found.load[0]} before the start:`,
    '',
    ...grid(
      ['what', 'per second', 'median', '99 %', 'processor time: server, database, client'],
      [
        rateRow(`acknowledged changes, ${found.sessions} sessions, each at one server`, found.writes),
        rateRow('the same, each session changed by both servers in turn', found.writesAlternating),
        rateRow('reads of a small session, servers in turn', found.reads),
        [
          'an event of a change at one server, heard at the other',
          '',
          ms(events.medianMs),
          ms(events.p99Ms),
          'from the request to the socket',
        ],
        ["a killed worker's job begins elsewhere", '', `${failoverSeconds.toFixed(1)} s`, '', 'once'],
        [
          `trainings (\`backend: "botorch"\`) of ${Object.keys(jobsPerSecond).join(', ')} rows by one worker`,
          Object.values(jobsPerSecond).map(Math.round).join(', '),
          '',
          '',
          'through the queue, one after the other',
        ],
        ['an open socket', '', '', '', `${socketKb} kB of a server's memory`],
      ],
    ),
  ];
}
