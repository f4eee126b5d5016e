import { useEffect, useState } from 'react';
import { useLive } from '../../api/live.ts';
import { useDataset, useDetail, useModel, useQueue } from '../../api/session.ts';
import { Bar, waiting } from '../../components/bits.tsx';
import { link } from '../../components/route.ts';
import { useGoals, useObjectives } from '../../domain/objectives.ts';
import { bestRow, outputsOf } from '../../domain/trace.ts';
import { TracePlot } from '../../domain/trace-plot.tsx';
import { show } from '../../text/format.ts';

const words: Record<string, string> = {
  experiment_added: 'Result recorded',
  model_trained: 'Model trained',
  acquisition_generated: 'New suggestions',
  queue_updated: 'Queue changed',
  queue_item_updated: 'Run changed',
};

function useClock(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 10_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** For a screen on the wall: large figures, always up to date, nothing to click. */
export function MonitorPage({ id }: { id: string }) {
  const detail = useDetail(id);
  const data = useDataset(id);
  const queue = useQueue(id);
  const model = useModel(id);
  const objectives = useObjectives(id);
  const goals = useGoals(id, objectives);
  const live = useLive();
  const now = useClock();
  const missing = waiting(detail, data, queue, model);
  if (missing) return missing;
  const rows = data.data?.rows ?? [];
  const items = (queue.data?.items ?? []).filter(
    (item) => item.status === 'pending' || item.status === 'running',
  );
  return (
    <>
      <header className="monitor-head">
        <h1>
          <a href={link(id, 'overview')}>{detail.data?.metadata.name}</a>
        </h1>
        <span className={`pill ${live.state === 'live' ? 'live' : 'warn'}`}>
          <i aria-hidden="true" /> {live.state === 'live' ? 'Live' : 'Not connected'}
        </span>
        {live.last && (
          <span>
            {words[live.last.type] ?? 'Changed'} at{' '}
            {new Date(live.last.at).toLocaleTimeString(undefined, { timeStyle: 'short' })}
          </span>
        )}
        <time>{now.toLocaleTimeString(undefined, { timeStyle: 'short' })}</time>
      </header>
      <div className="monitor-numbers">
        {objectives.map((objective, index) => {
          const values = outputsOf(rows, objective.name);
          const best = bestRow(values, goals[index] ?? 'maximize');
          return (
            <div key={objective.name}>
              <p>Best {objective.label}</p>
              <b>{best === undefined ? '–' : show(values[best], 3)}</b>
              <small>{objective.unit}</small>
            </div>
          );
        })}
        <div>
          <p>Experiments</p>
          <b>{rows.length}</b>
          <small>recorded</small>
        </div>
        <div>
          <p>Queue</p>
          <b>{items.length}</b>
          <small>{queue.data?.n_running ? `${queue.data.n_running} running` : 'waiting'}</small>
        </div>
        <div>
          <p>Model R²</p>
          <b>{show(model.data?.metrics?.cv_r2, 2)}</b>
          <small>{model.data?.trained ? 'cross-validated' : 'not trained'}</small>
        </div>
      </div>
      {live.progress.map((entry) => (
        <Bar key={entry.job} label={entry.label} fraction={entry.fraction} />
      ))}
      <div className="monitor-plots">
        {rows.length === 0 && <p className="hint">No results yet. The first one appears here by itself.</p>}
        {rows.length > 0 &&
          objectives
            .slice(0, 2)
            .map((objective, index) => (
              <TracePlot
                key={objective.name}
                id={id}
                rows={rows}
                objective={objective}
                goal={goals[index] ?? 'maximize'}
                height={380}
              />
            ))}
      </div>
      <ol className="monitor-queue" aria-label="Next runs">
        {items.slice(0, 5).map((item) => (
          <li key={item.id} className={item.status}>
            {Object.entries(item.inputs).map(([name, value]) => (
              <span key={name}>
                {name} <b>{show(value)}</b>
              </span>
            ))}
          </li>
        ))}
      </ol>
    </>
  );
}
