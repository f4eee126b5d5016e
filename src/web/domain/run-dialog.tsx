import { type ReactNode, useState } from 'react';
import type { Row } from '../api/types.ts';
import { Dialog } from '../components/dialog.tsx';
import { show } from '../text/format.ts';

/** Shows an experiment when its point in a picture is clicked. */
export function useRunDialog(rows: readonly Row[]): [open: (row: number) => void, dialog: ReactNode] {
  const [shown, setShown] = useState<number | undefined>();
  const row = shown === undefined ? undefined : rows[shown];
  const dialog = row && shown !== undefined && (
    <Dialog title={`Experiment ${shown + 1}`} onClose={() => setShown(undefined)}>
      <dl className="run-values">
        {Object.entries(row)
          .filter(([name, value]) => name !== 'ProvenanceId' && value !== null)
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{show(value, 6)}</dd>
            </div>
          ))}
      </dl>
    </Dialog>
  );
  return [setShown, dialog];
}
