import { Suspense, useEffect, useState } from 'react';
import { tableFiles } from '../../../contract/imports/table-formats.ts';
import { calls } from '../../api/actions.ts';
import { sessionCall } from '../../api/call.ts';
import { ApiError, send } from '../../api/http.ts';
import { keyOf, useAnswer } from '../../api/queries.ts';
import type { Import } from '../../api/types.ts';
import { useDraft } from '../../components/draft.ts';
import { EarlyKeys } from '../../components/early-keys.tsx';
import { FileButton } from '../../components/file-button.tsx';
import { lazyPart } from '../../components/lazy-part.ts';
import { useWork } from '../../components/work.ts';
import type { ImportProps } from './import-dialog.tsx';

const ImportDialog = lazyPart(() =>
  import('./import-dialog.tsx').then((part) => ({ default: part.ImportDialog })),
);

/** An import on screen; without its file where the page was loaded again meanwhile. */
interface Opened {
  readonly file?: File;
  readonly read: Import;
}

/** The import that was begun and neither finished nor given up, while the server still has it. */
function useBegun(id: string, opened: Opened | undefined) {
  const [begun, setBegun] = useDraft<string | null>(`import.${id}`, null);
  const isAsked = begun !== null && opened === undefined;
  const { data, error } = useAnswer<Import>(
    isAsked ? keyOf(id, 'import', begun) : null,
    sessionCall('GET', id, 'imports/{import_id}', {}, { import_id: begun ?? '' }),
  );
  const isGone = isAsked && error instanceof ApiError && error.status === 404;
  useEffect(() => {
    if (isGone) setBegun(null);
  }, [isGone, setBegun]);
  return {
    left: isAsked && !isGone ? data : undefined,
    begin: setBegun,
    /** The next file may have been opened meanwhile. */
    end: (one: string): void => setBegun((now) => (now === one ? null : now)),
  };
}

/** Button that opens a file, or takes one dropped on the page, and shows what would be imported. */
export function ImportButton(props: ImportProps & { dropped: File | undefined; onDone: () => void }) {
  const [opened, setOpened] = useState<Opened | undefined>();
  const { left, begin, end } = useBegun(props.id, opened);
  const { busy, start } = useWork();
  const { dropped } = props;
  const take = async (file: File): Promise<void> => {
    const read = await start((signal) => send(calls.openImport(props.id, file), signal));
    if (read) begin(read.import_id);
    setOpened(read && { file, read });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new file starts a new import
  useEffect(() => {
    if (dropped) void take(dropped);
  }, [dropped]);
  return (
    <>
      {left && (
        <button type="button" title={left.filename} onClick={() => setOpened({ read: left })}>
          Continue import
        </button>
      )}
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
              end(opened.read.import_id);
              props.onDone();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
