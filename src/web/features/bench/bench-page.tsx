import { useLive } from '../../api/live.ts';
import { useDetail, useQueue, useVariables } from '../../api/session.ts';
import type { QueueItem, Variable } from '../../api/types.ts';
import { waiting } from '../../components/bits.tsx';
import { TextField } from '../../components/field.tsx';
import { link } from '../../components/route.ts';
import { useCompletion } from '../../domain/completion.tsx';
import { type Objective, useObjectives } from '../../domain/objectives.ts';
import { show } from '../../text/format.ts';

function Card(props: {
  id: string;
  item: QueueItem;
  number: number;
  variables: readonly Variable[];
  objectives: readonly Objective[];
}) {
  const { id, item, number, variables, objectives } = props;
  const state = useCompletion(id, item, variables, objectives);
  const observed = variables.filter((variable) => !(variable.name in item.inputs));
  return (
    <article className={`bench-card ${item.status}`} aria-label={`Run ${number}`}>
      <header>
        <h2>
          Run {number}
          {item.plot && <small> plot {item.plot.WholePlot}</small>}
        </h2>
        <span className="badge">{item.status === 'running' ? 'Running' : (item.reason ?? 'Waiting')}</span>
      </header>
      <dl className="bench-values">
        {variables
          .filter((variable) => variable.name in item.inputs)
          .map((variable) => (
            <div key={variable.name}>
              <dt>{variable.name}</dt>
              <dd>
                {show(item.inputs[variable.name], 5)} <small>{variable.unit}</small>
              </dd>
            </div>
          ))}
      </dl>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void state.complete();
        }}
      >
        {observed.map((variable) => (
          <TextField
            key={variable.name}
            label={variable.unit ? `${variable.name} (${variable.unit})` : variable.name}
            value={state.actualOf(variable.name)}
            onChange={(text) => state.setActual(variable.name, text)}
            error={state.errors[variable.name]}
            inputMode={variable.type === 'categorical' ? 'text' : 'decimal'}
          />
        ))}
        {objectives.map((objective) => (
          <TextField
            key={objective.name}
            label={objective.unit ? `${objective.label} (${objective.unit})` : objective.label}
            value={state.outputOf(objective.name)}
            onChange={(text) => state.setOutput(objective.name, text)}
            error={state.errors[objective.name]}
            inputMode="decimal"
          />
        ))}
        <div className="row">
          {item.status === 'pending' && (
            <button type="button" onClick={() => void state.start()}>
              Start
            </button>
          )}
          <button type="submit" className="primary" disabled={state.busy}>
            Complete
          </button>
        </div>
      </form>
    </article>
  );
}

/** Staged experiments for a phone at the bench: read the settings, type the result. */
export function BenchPage({ id }: { id: string }) {
  const queue = useQueue(id);
  const variables = useVariables(id);
  const detail = useDetail(id);
  const objectives = useObjectives(id);
  const live = useLive();
  const missing = waiting(queue, variables, detail);
  if (missing || !queue.data) return missing;
  const open = queue.data.items.filter((item) => item.status === 'pending' || item.status === 'running');
  return (
    <>
      <header className="bench-head">
        <a href={link(id, 'queue')}>← Queue</a>
        <h1>{detail.data?.metadata.name}</h1>
        <span className={`pill ${live.state === 'live' ? 'live' : 'warn'}`}>
          <i aria-hidden="true" /> {live.state === 'live' ? 'Live' : 'Offline'}
        </span>
      </header>
      {open.length === 0 && (
        <p className="bench-done">Nothing to run. New experiments appear here by themselves.</p>
      )}
      {open.map((item, index) => (
        <Card
          key={item.id}
          id={id}
          item={item}
          number={index + 1}
          variables={variables.data ?? []}
          objectives={objectives}
        />
      ))}
    </>
  );
}
