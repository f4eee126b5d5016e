import { useDataset, useDetail, useModel, useQueue, useVariables } from '../../api/session.ts';
import { link } from '../../app/route.ts';
import { Heading, Panel, Stat, waiting } from '../../components/bits.tsx';
import { count, show } from '../../components/format.ts';
import { errorBarWords, fitWords } from '../model/words.ts';
import { BestTable } from '../progress/best-table.tsx';
import { useGoals, useObjectives } from '../progress/objectives.ts';
import { bestRow, outputsOf, paretoFront } from '../progress/trace.ts';
import { TracePlot } from '../progress/trace-plot.tsx';
import { nextStep } from './next-step.ts';

export function OverviewPage({ id }: { id: string }) {
  const detail = useDetail(id);
  const variables = useVariables(id);
  const data = useDataset(id);
  const queue = useQueue(id);
  const model = useModel(id);
  const objectives = useObjectives(id);
  const [goals] = useGoals(id, objectives);
  const missing = waiting(detail, variables, data, queue, model);
  if (missing || !model.data) return missing;
  const rows = data.data?.rows ?? [];
  const open = (queue.data?.n_pending ?? 0) + (queue.data?.n_running ?? 0);
  const seen = model.data.n_experiments ?? rows.length;
  const step = nextStep({
    variables: variables.data?.length ?? 0,
    rows: rows.length,
    waiting: open,
    trained: model.data.trained,
    unseen: model.data.trained ? Math.max(0, rows.length - seen) : 0,
  });
  const first = objectives[0];
  const goal = goals[0] ?? 'maximize';
  const values = first ? outputsOf(rows, first.name) : [];
  const best = bestRow(values, goal);
  const front = paretoFront(
    rows.map((row) =>
      objectives.map((one) => (typeof row[one.name] === 'number' ? Number(row[one.name]) : null)),
    ),
    goals,
  );
  const metrics = model.data.metrics;
  return (
    <>
      <Heading title={detail.data?.metadata.name || 'Untitled session'}>
        {detail.data?.metadata.description}
      </Heading>
      <section className="next-step">
        <div>
          <h2>{step.title}</h2>
          <p>{step.text}</p>
        </div>
        <a className="button primary" href={link(id, step.view)}>
          {step.action}
        </a>
      </section>
      <dl className="stats">
        <Stat
          label={first ? `Best ${first.label}` : 'Best'}
          value={best === undefined ? '–' : `${show(values[best])} ${first?.unit ?? ''}`}
          note={best === undefined ? 'no results yet' : `experiment ${best + 1} of ${rows.length}`}
        />
        <Stat
          label="Experiments"
          value={rows.length}
          note={`over ${count(variables.data?.length ?? 0, 'variable')}`}
        />
        <Stat
          label="In the queue"
          value={open}
          note={open === 0 ? 'nothing waiting' : 'waiting or running'}
        />
        <Stat
          label="Model"
          value={model.data.trained ? `R² ${show(metrics?.cv_r2, 2)}` : 'none'}
          note={
            model.data.trained
              ? [fitWords(metrics?.cv_r2), errorBarWords(metrics?.std_z)]
                  .filter((text) => text !== '')
                  .join('; ')
              : 'not trained yet'
          }
        />
      </dl>
      {rows.length > 0 && first && (
        <Panel title="Progress" actions={<a href={link(id, 'progress')}>More</a>}>
          <TracePlot rows={rows} objective={first} goal={goal} />
        </Panel>
      )}
      {rows.length > 0 && (
        <BestTable id={id} rows={rows} objectives={objectives} goals={goals} front={front} limit={5} />
      )}
    </>
  );
}
