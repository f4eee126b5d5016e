import { type Static, Type } from 'typebox';
import { maybe } from '../schema-parts.ts';
import { tableFormats } from './table-formats.ts';

/** Encodings of text; those of Western Europe, Japan, China and Korea are detected. */
const encodings = [
  ...(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const),
  ...([
    'shift_jis',
    'euc-jp',
    'gb18030',
    'big5',
    'euc-kr',
    'windows-1250',
    'windows-1251',
    'macintosh',
    'cp437',
    'cp850',
  ] as const),
] as const;

export const Stacked = Type.Object(
  {
    names: Type.String({ description: 'Column with the names of the results' }),
    values: Type.String({ description: 'Column with their values' }),
  },
  {
    description:
      'One result per row: the rows of a run become one row with a column per name; null: each row is a run',
  },
);
export type Stacked = Static<typeof Stacked>;

export const WaitingRuns = Type.Object(
  {
    by: Type.Enum(['column', 'order', 'plate_columns']),
    column: Type.Optional(
      Type.String({
        description:
          'Of by: column. Its cells name the runs as their candidate list does, or number them from 1 in the order of the queue',
      }),
    ),
  },
  {
    description:
      'The settings of the rows are those of the pending runs of the queue: those that a column identifies, or as many rows in the order of the queue, along the rows of the file or down the columns of the plate; null: they are in the file',
  },
);
export type WaitingRuns = Static<typeof WaitingRuns>;

/** How the file is read; what is left out is found out from the file. */
export const ImportSettings = Type.Object(
  {
    format: Type.Optional(Type.Enum([...tableFormats])),
    encoding: Type.Optional(Type.Enum([...encodings])),
    delimiter: Type.Optional(Type.Enum([',', ';', '\t', '|', ' ', '，'])),
    decimal: Type.Optional(Type.Enum(['.', ','])),
    sheet: Type.Optional(Type.String({ description: 'Of a workbook' })),
    header_row: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'Line of the column names, not counting empty lines; 0: there is none',
      }),
    ),
    transposed: Type.Optional(
      Type.Boolean({
        description: 'Each line is a variable and each column a run; lines are then counted after turning',
      }),
    ),
    plate: Type.Optional(
      Type.Boolean({
        description:
          'Plates of wells (columns 1, 2, 3 over rows A, B, C): each well is a run, and each block a column; lines are then counted after that',
      }),
    ),
    stacked: maybe(Stacked),
    repeats: maybe(
      Type.Array(Type.String(), {
        description: 'Columns that repeat one result: each of their values becomes a row; null: none do',
      }),
    ),
    waiting_runs: maybe(WaitingRuns),
  },
  { title: 'ImportSettings', examples: [{ delimiter: ';', decimal: ',' }] },
);
export type ImportSettings = Static<typeof ImportSettings>;
