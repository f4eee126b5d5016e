import { type ReactNode, Suspense, useState } from 'react';
import type { Row } from '../../api/types.ts';
import { lazyPart } from '../../components/lazy-part.ts';
import { idOf } from './row-id.ts';

const RunDialog = lazyPart(() => import('./run-dialog.tsx').then((part) => ({ default: part.RunDialog })));

/** Shows an experiment when its point in a picture is clicked, with its comment and links. */
export function useRunDialog(
  id: string,
  rows: readonly Row[],
): [open: (row: number) => void, dialog: ReactNode] {
  const [shown, setShown] = useState<{ index: number; id: string | undefined } | undefined>();
  // Rows before it may come and go while it is open.
  const index = shown?.id === undefined ? shown?.index : rows.findIndex((row) => idOf(row) === shown.id);
  const row = index === undefined ? undefined : rows[index];
  const dialog = row && index !== undefined && (
    <Suspense fallback={null}>
      <RunDialog id={id} row={row} number={index + 1} onClose={() => setShown(undefined)} />
    </Suspense>
  );
  return [(at) => setShown({ index: at, id: idOf(rows[at]) }), dialog];
}
