import { lazy, Suspense, useEffect, useState } from 'react';
import { tableFiles } from '../../../contract/table-formats.ts';
import { calls } from '../../api/actions.ts';
import { send } from '../../api/http.ts';
import type { Import } from '../../api/types.ts';
import { EarlyKeys } from '../../components/early-keys.tsx';
import { FileButton } from '../../components/file-button.tsx';
import { useWork } from '../../components/work.ts';
import type { ImportProps } from './import-dialog.tsx';

const ImportDialog = lazy(() =>
  import('./import-dialog.tsx').then((part) => ({ default: part.ImportDialog })),
);

/** Button that opens a file, or takes one dropped on the page, and shows what would be imported. */
export function ImportButton(props: ImportProps & { dropped: File | undefined; onDone: () => void }) {
  const [opened, setOpened] = useState<{ file: File; read: Import } | undefined>();
  const { busy, start } = useWork();
  const { dropped } = props;
  const take = async (file: File): Promise<void> => {
    const read = await start((signal) => send(calls.openImport(props.id, file), signal));
    setOpened(read && { file, read });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new file starts a new import
  useEffect(() => {
    if (dropped) void take(dropped);
  }, [dropped]);
  return (
    <>
      <FileButton
        label={busy ? 'Reading…' : 'Import file'}
        what="File of experiments"
        accept={tableFiles}
        disabled={busy}
        onFile={(file) => void take(file)}
      />
      {opened && (
        <Suspense fallback={<EarlyKeys />}>
          <ImportDialog
            key={opened.read.import_id}
            {...props}
            file={opened.file}
            opened={opened.read}
            onClose={() => {
              // An answer may come after this window was closed and that of the next file opened.
              setOpened((now) => (now === opened ? undefined : now));
              props.onDone();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
