import { type ReactNode, useState } from 'react';
import { useDataset, useDetail, useVariables } from '../../api/session.ts';
import { Empty, Heading, waiting } from '../../components/page-parts.tsx';
import { PermissionFieldset, useRefusal } from '../../components/permission-fieldset.tsx';
import { link } from '../../components/route.ts';
import { failed } from '../../components/toasts.tsx';
import { useRenamedDrafts } from '../../domain/queue/renamed-drafts.ts';
import { useObjectives } from '../../domain/results/objectives.ts';
import { tableColumns } from '../../domain/table/columns.ts';
import { SaveTable } from '../../domain/table/save-table.tsx';
import { ExperimentsTable } from './experiments-table.tsx';
import { ImportButton } from './import-button.tsx';

/** The page, on all of which a file may be dropped. */
function DropArea(props: { onFile: (file: File | undefined) => void; children: ReactNode }) {
  const [dragging, setDragging] = useState(false);
  const why = useRefusal();
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
        if (why !== undefined) failed(new Error(why));
        else props.onFile(event.dataTransfer.files[0]);
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
  useRenamedDrafts(id, variables.data);
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
  return (
    <DropArea onFile={setDropped}>
      <Heading
        title="Experiments"
        actions={
          <>
            <PermissionFieldset>
              <ImportButton
                id={id}
                variables={list}
                targets={targets}
                recorded={dataset.rows.length}
                dropped={dropped}
                onDone={() => setDropped(undefined)}
              />
            </PermissionFieldset>
            {dataset.rows.length > 0 && <SaveTable id={id} path="experiments/export" name="experiments" />}
          </>
        }
      >
        The results that the model learns from. Paste from a spreadsheet, or drop a file (CSV, XLSX, ODS,
        Parquet, JSON) anywhere on this page.
      </Heading>
      {list.length === 0 ? (
        <NoVariables id={id} />
      ) : (
        <ExperimentsTable id={id} data={dataset} columns={columns} targets={targets} />
      )}
    </DropArea>
  );
}
