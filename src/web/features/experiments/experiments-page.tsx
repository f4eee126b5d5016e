import { type ReactNode, useState } from 'react';
import { useDataset, useDetail, useVariables } from '../../api/session.ts';
import { Empty, Heading, waiting } from '../../components/bits.tsx';
import { download } from '../../components/download.ts';
import { link } from '../../components/route.ts';
import { tableColumns } from '../../domain/columns.ts';
import { useObjectives } from '../../domain/objectives.ts';
import { csvFile } from '../../text/csv.ts';
import { ExperimentsTable } from './experiments-table.tsx';
import { ImportButton } from './import-dialog.tsx';

/** The page, on all of which a file may be dropped. */
function DropArea(props: { onFile: (file: File | undefined) => void; children: ReactNode }) {
  const [dragging, setDragging] = useState(false);
  return (
    <section
      className={dragging ? 'dropping' : undefined}
      aria-label="Experiments"
      onDragOver={(event) => {
        event.preventDefault();
        setDragging(true);
      }}
      onDragLeave={() => setDragging(false)}
      onDrop={(event) => {
        event.preventDefault();
        setDragging(false);
        props.onFile(event.dataTransfer.files[0]);
      }}
    >
      {props.children}
    </section>
  );
}

const NoVariables = ({ id }: { id: string }) => (
  <Empty
    title="No columns yet"
    actions={
      <a className="button primary" href={link(id, 'variables')}>
        Define variables
      </a>
    }
  >
    <p>
      Define your variables first, or drop a file here. Its columns can become the variables, with the ranges
      found in the file.
    </p>
  </Empty>
);

export function ExperimentsPage({ id }: { id: string }) {
  const variables = useVariables(id);
  const detail = useDetail(id);
  const data = useDataset(id);
  const objectives = useObjectives(id);
  const [dropped, setDropped] = useState<File | undefined>();
  const missing = waiting(variables, detail, data);
  if (missing) return missing;
  const list = variables.data ?? [];
  const targets = objectives.map((objective) => objective.name);
  const units = Object.fromEntries(objectives.map((objective) => [objective.name, objective.unit]));
  const dataset = data.data ?? { rows: [], columns: [] };
  const columns = tableColumns(list, targets, dataset.columns, units);
  const saveCsv = (): void => download('experiments.csv', csvFile(dataset.columns, dataset.rows), 'text/csv');
  return (
    <DropArea onFile={setDropped}>
      <Heading
        title="Experiments"
        actions={
          <>
            <ImportButton
              id={id}
              variables={list}
              targets={targets}
              recorded={dataset.rows.length}
              dropped={dropped}
              onDone={() => setDropped(undefined)}
            />
            {dataset.rows.length > 0 && (
              <button type="button" onClick={saveCsv}>
                Save CSV
              </button>
            )}
          </>
        }
      >
        The results that the model learns from. Paste from a spreadsheet, or drop a file (CSV, XLSX, Parquet)
        anywhere on this page.
      </Heading>
      {list.length === 0 ? (
        <NoVariables id={id} />
      ) : (
        <ExperimentsTable id={id} data={dataset} columns={columns} targets={targets} />
      )}
    </DropArea>
  );
}
