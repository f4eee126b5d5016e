import { grid, notesOf, type Result, type ResultRow, read, show, tableIn } from './text.ts';

const ratio = (value: ResultRow[string]) => (typeof value === 'number' ? `${show(value)}×` : '–');
const setting = (result: Result) =>
  `${result.machine.cpu}, ${result.machine.cores} cores. ${notesOf(result)}`;

/** Rates of the engine on a GPU, on the CPU beside it, and of BoTorch on the same GPU. */
export function gpuRatesTable(): string[] {
  const result = read('gpu');
  const rows = tableIn(result, 'rates').map((row) => [
    ...[row.work, row.device, row.cpu, row.BoTorch].map(show),
    ...[row['x cpu'], row['x BoTorch']].map(ratio),
    typeof row['of peak'] === 'number' ? `${Math.round(100 * row['of peak'])} %` : '–',
    show(row.model),
  ]);
  const head = ['work', 'GPU', 'CPU', 'BoTorch on the GPU', 'GPU : CPU', 'GPU : BoTorch', 'of the fp64 peak'];
  return [setting(result), '', ...grid([...head, 'expected : measured time'], rows)];
}

/** Whole requests with the GPU, without it and with the choice of `auto`. */
export function gpuHttpTable(): string[] {
  const result = read('gpu-http');
  const rows = tableIn(result, 'times over HTTP').map((row) => [
    ...[row.work, row.n, row['CPU ms'], row['auto ms'], row['GPU ms']].map(show),
    ...[row['CPU / auto'], row['CPU / GPU']].map(ratio),
  ]);
  const head = [
    'request',
    'rows',
    '`native`, ms',
    '`auto`, ms',
    '`cuda`, ms',
    '`native` : `auto`',
    '`native` : `cuda`',
  ];
  return [setting(result), '', ...grid(head, rows)];
}
