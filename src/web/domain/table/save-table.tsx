import { sessionCall } from '../../api/call.ts';
import { sendForFile } from '../../api/http.ts';
import { download } from '../../components/download.ts';
import { attempt } from '../../components/toasts.tsx';
import { byteOrderMark } from '../../text/csv.ts';

interface Source {
  id: string;
  path: 'experiments/export' | 'experiments/queue/export';
  /** Name of the file, without its ending. */
  name: string;
}

/** Saves a table with its units, for a spreadsheet. */
const save = ({ id, path, name }: Source, format: 'csv' | 'xlsx') =>
  attempt(async () => {
    const query = { units: true, ...(format === 'csv' ? { escape_formulas: true } : { format }) };
    const file = await sendForFile(sessionCall('GET', id, path, { query }));
    const parts = format === 'csv' ? [byteOrderMark, file] : [file];
    download(`${name}.${format}`, new Blob(parts, { type: file.type }));
  });

/** Buttons that save a table of the session as a file. */
export const SaveTable = (source: Source) => (
  <>
    <button type="button" onClick={() => void save(source, 'csv')}>
      Save CSV
    </button>
    <button type="button" onClick={() => void save(source, 'xlsx')}>
      Save XLSX
    </button>
  </>
);
