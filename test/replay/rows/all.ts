import type { Row } from '../row.ts';
import { designRows } from './design.ts';
import { fitRows } from './fit.ts';
import { httpRows } from './http.ts';
import { optimalRows } from './optimal.ts';
import { posteriorRows } from './posterior.ts';
import { suggestRows } from './suggest.ts';

/** Every recorded call. */
export const rows: readonly Row[] = [
  ...fitRows,
  ...posteriorRows,
  ...suggestRows,
  ...designRows,
  ...optimalRows,
  ...httpRows,
];
