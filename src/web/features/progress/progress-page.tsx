import { useDataset } from '../../api/session.ts';
import { Empty, Heading, Panel, waiting } from '../../components/bits.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { link, useQuery } from '../../components/route.ts';
import { BestTable } from '../../domain/best-table.tsx';
import { useCostAxis } from '../../domain/cost-axis.ts';
import { GoalLine } from '../../domain/goal-line.tsx';
import { type Objective, useGoals, useObjectives } from '../../domain/objectives.ts';
import { ParetoPlot } from '../../domain/pareto-plot.tsx';
import { bestRow, outputsOf, paretoFront } from '../../domain/trace.ts';
import { RegretPlot, TracePlot } from '../../domain/trace-plot.tsx';
import { show } from '../../text/format.ts';
import { parseNumber } from '../../text/numbers.ts';
import { OptimumPanel } from './optimum-panel.tsx';

/** Nothing is gained beyond a limit, so that there is no regret. */
const isLimit = ({ declared }: Objective): boolean =>
  declared?.goal === 'at_least' || declared?.goal === 'at_most';

export function ProgressPage({ id }: { id: string }) {
  const data = useDataset(id);
  const objectives = useObjectives(id);
  const goals = useGoals(id, objectives);
  const [along, setAlong] = useQuery('along', 'number');
  const [best, setBest] = useQuery('best', '');
  const costs = useCostAxis(id, data.data?.rows ?? []);
  const missing = waiting(data);
  if (missing) return missing;
  const rows = data.data?.rows ?? [];
  if (rows.length === 0)
    return (
      <>
        <Heading title="Progress" />
        <Empty
          title="No results yet"
          actions={
            <a className="button primary" href={link(id, 'experiments')}>
              Record experiments
            </a>
          }
        >
          <p>With the first results this page shows the best so far and how fast the campaign gets better.</p>
        </Empty>
      </>
    );
  const axis = along === 'cost' ? costs : undefined;
  const front =
    objectives.length > 1
      ? paretoFront(
          rows.map((row) =>
            objectives.map((one) => (typeof row[one.name] === 'number' ? Number(row[one.name]) : null)),
          ),
          goals,
        )
      : [];
  const first = objectives[0];
  const second = objectives[1];
  return (
    <>
      <Heading title="Progress">How the campaign gets better, one experiment at a time.</Heading>
      <GoalLine id={id} objectives={objectives} goals={goals} />
      <div className="row filters">
        {costs && (
          <SelectField
            label="Along"
            value={along}
            onChange={setAlong}
            options={[
              ['number', 'experiments'],
              ['cost', `cost (${costs.unit ?? 'units'})`],
            ]}
            narrow
          />
        )}
        {objectives.length === 1 && (
          <TextField
            label="Best possible"
            value={best}
            onChange={setBest}
            placeholder="best measured"
            inputMode="decimal"
            narrow
          />
        )}
      </div>
      {objectives.map((objective, index) => {
        const goal = goals[index] ?? 'maximize';
        const values = outputsOf(rows, objective.name);
        const top = bestRow(values, goal);
        const wanted = typeof goal === 'object' ? goal.target : undefined;
        const reference =
          parseNumber(best) ?? wanted ?? (top === undefined ? undefined : (values[top] ?? undefined));
        return (
          <div key={objective.name} className="columns">
            <Panel
              title={`${objective.label}: best ${show(top === undefined ? null : values[top])} ${objective.unit ?? ''}`}
            >
              <TracePlot id={id} rows={rows} objective={objective} goal={goal} along={axis} />
            </Panel>
            {reference !== undefined && !isLimit(objective) && (
              <Panel title="Regret">
                <RegretPlot
                  rows={rows}
                  objective={objective}
                  goal={goal}
                  along={axis}
                  reference={reference}
                />
              </Panel>
            )}
          </div>
        );
      })}
      {first && second && (
        <Panel title="Trade-off">
          <ParetoPlot
            id={id}
            rows={rows}
            x={first}
            y={second}
            goals={[goals[0] ?? 'maximize', goals[1] ?? 'maximize']}
            front={front}
          />
        </Panel>
      )}
      <BestTable id={id} rows={rows} objectives={objectives} goals={goals} front={front} />
      {objectives.length === 1 && typeof goals[0] !== 'object' && <OptimumPanel id={id} />}
    </>
  );
}
