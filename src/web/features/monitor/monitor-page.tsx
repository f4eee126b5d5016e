import { type ReactNode, useEffect, useState } from 'react';
import { isOpen } from '../../../contract/queue/run-status.ts';
import { useLive } from '../../api/live.ts';
import { useDataset, useDetail, useModel, useQueue, useVariables } from '../../api/session.ts';
import type { QueueItem, Row, Variable } from '../../api/types.ts';
import { Bar, waiting } from '../../components/page-parts.tsx';
import { link } from '../../components/route.ts';
import { TracePlot } from '../../domain/figures/trace-plot.tsx';
import { useDiagnostic } from '../../domain/models/diagnostic.ts';
import { runNumbers } from '../../domain/queue/staging.ts';
import { bestRun } from '../../domain/results/best-run.ts';
import { resultWords } from '../../domain/results/limit-marks.tsx';
import { brokenLimits, type Objective, useGoals, useObjectives } from '../../domain/results/objectives.ts';
import { type Direction, hasResults } from '../../domain/results/trace.ts';
import { showFixed, showSetting } from '../../text/format.ts';

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

/** Name of the session, whether changes arrive, the latest of them, and the time. */
function Head({ id, name }: { id: string; name: string | undefined }) {
  const live = useLive();
  const now = useClock();
  return (
    <header className="monitor-head">
      <h1>
        <a href={link(id, 'overview')}>{name}</a>
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
  );
}

const Figure = (props: { title: string; value: ReactNode; note: ReactNode; warning?: string }) => (
  <div>
    <p>{props.title}</p>
    <b>{props.value}</b>
    <small>{props.note}</small>
    {props.warning && <small className="monitor-warning">{props.warning}</small>}
  </div>
);

interface ResultsProps {
  id: string;
  rows: readonly Row[];
  objectives: readonly Objective[];
  goals: readonly Direction[];
}

function BestFigures({ rows, objectives, goals }: ResultsProps) {
  return objectives.map((objective, index) => {
    const goal = goals[index] ?? 'maximize';
    const best = bestRun(rows, objective, goal, objectives);
    const broken = best === undefined ? [] : brokenLimits(rows[best] as Row, objectives);
    return (
      <Figure
        key={objective.name}
        title={`Best ${objective.label}`}
        value={best === undefined ? '–' : resultWords(rows[best], { ...objective, unit: undefined }, 3)}
        note={objective.unit}
        warning={broken.join('; ')}
      />
    );
  });
}

/** How well the model predicts one objective. */
function Fit(props: { id: string; objective: Objective; isOnly: boolean }) {
  const { objective } = props;
  const parity = useDiagnostic(props.id, 'parity', objective.name).data;
  return (
    <Figure
      title={props.isOnly ? 'Model R²' : `Model R², ${objective.label}`}
      value={showFixed(parity?.metrics.r2, 2)}
      note="cross-validated"
    />
  );
}

function Plots({ id, rows, objectives, goals }: ResultsProps) {
  return (
    <div className="monitor-plots">
      {!hasResults(rows, objectives) ? (
        <p className="hint">No results yet. The first one appears here automatically.</p>
      ) : (
        objectives.map((objective, index) => (
          <TracePlot
            key={objective.name}
            id={id}
            rows={rows}
            objective={objective}
            objectives={objectives}
            goal={goals[index] ?? 'maximize'}
            height={380}
          />
        ))
      )}
    </div>
  );
}

const NextRuns = ({
  items,
  numbers,
  variables,
}: {
  items: readonly QueueItem[];
  numbers: ReadonlyMap<string, number>;
  variables: readonly Variable[];
}) => (
  <ol className="monitor-queue wraps" aria-label="Next runs">
    {items.slice(0, 5).map((item) => (
      <li key={item.id} className={item.status}>
        <span>
          Run <b>{numbers.get(item.id)}</b>
        </span>
        {Object.entries(item.labels ?? {}).map(([name, value]) => (
          <span key={`label ${name}`}>
            {name} <b>{showSetting(value)}</b>
          </span>
        ))}
        {Object.entries(item.inputs).map(([name, value]) => (
          <span key={name}>
            {name} <b>{showSetting(value, variables.find((one) => one.name === name)?.unit)}</b>
          </span>
        ))}
      </li>
    ))}
  </ol>
);

/** For a screen on the wall: large figures, always up to date, nothing to click. */
export function MonitorPage({ id }: { id: string }) {
  const detail = useDetail(id);
  const data = useDataset(id);
  const queue = useQueue(id);
  const model = useModel(id);
  const variables = useVariables(id);
  const objectives = useObjectives(id);
  const goals = useGoals(id, objectives);
  const live = useLive();
  const missing = waiting(detail, data, queue, model);
  if (missing) return missing;
  const rows = data.data?.rows ?? [];
  const items = (queue.data?.items ?? []).filter(isOpen);
  const numbers: ReadonlyMap<string, number> = queue.data ? runNumbers(queue.data) : new Map();
  const results = { id, rows, objectives, goals };
  return (
    <>
      <Head id={id} name={detail.data?.metadata.name} />
      <div className="monitor-numbers">
        <BestFigures {...results} />
        <Figure title="Experiments" value={rows.length} note="recorded" />
        <Figure
          title="Queue"
          value={items.length}
          note={queue.data?.n_running ? `${queue.data.n_running} running` : 'pending'}
        />
        {model.data?.trained ? (
          objectives.map((objective) => (
            <Fit key={objective.name} id={id} objective={objective} isOnly={objectives.length === 1} />
          ))
        ) : (
          <Figure title="Model R²" value="–" note="not trained" />
        )}
      </div>
      {live.progress.map((entry) => (
        <Bar key={entry.job} label={entry.label} fraction={entry.fraction} />
      ))}
      <Plots {...results} />
      <NextRuns items={items} numbers={numbers} variables={variables.data ?? []} />
    </>
  );
}
