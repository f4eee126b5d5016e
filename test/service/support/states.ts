import { runSlices } from '../../../src/engine/slices.ts';
import { appended } from '../../../src/service/session/document/document-list.ts';
import { fromDocument } from '../../../src/service/session/format/document.ts';
import type { State } from '../../../src/service/session/state.ts';

export const readDocument = (...all: Parameters<typeof fromDocument>): State =>
  runSlices(fromDocument(...all));

/** An edit that adds rows of one column `x`: 0, 1, … */
export const addRows = (state: State, count: number) => {
  const rows = Array.from({ length: count }, (_, x) => ({ x }));
  return { state: { ...state, rows: appended(state.rows, rows) }, answer: null };
};
