import { Suspense, useMemo } from 'react';
import { isLimitGoal } from '../../../contract/objectives/goals.ts';
import { useDataset } from '../../api/session.ts';
import type { Row } from '../../api/types.ts';
import { SelectField, TextField } from '../../components/field.tsx';
import { lazyPart } from '../../components/lazy-part.ts';
import { Heading, Panel, waiting } from '../../components/page-parts.tsx';
import { useQuery } from '../../components/route.ts';
import { useCostAxis } from '../../domain/figures/cost-axis.ts';
import { RegretPlot, TracePlot } from '../../domain/figures/trace-plot.tsx';
import { NeedsResults } from '../../domain/guidance/needs-results.tsx';
import { bestRun } from '../../domain/results/best-run.ts';
import { BestTable } from '../../domain/results/best-table.tsx';
import { frontOf } from '../../domain/results/front.ts';
import { GoalLine } from '../../domain/results/goal-line.tsx';
import { resultWords } from '../../domain/results/limit-marks.tsx';
import {
  brokenLimits,
  comparedObjectives,
  goalWords,
  keptResults,
  type Objective,
  useGoals,
  useObjectives,
} from '../../domain/results/objectives.ts';
import { attainedOf, bestRow, type Direction, hasResults } from '../../domain/results/trace.ts';
import { parseNumber } from '../../text/numbers.ts';
import { DesirabilityPanel } from './desirability-panel.tsx';
import { TradeOff } from './trade-off.tsx';

const OptimumPanel = lazyPart(() =>
  import('./optimum-panel.tsx').then((part) => ({ default: part.OptimumPanel })),
);
const BacktestPanel = lazyPart(() =>
  import('./backtest-panel.tsx').then((part) => ({ default: part.BacktestPanel })),
);

/** Nothing is gained beyond a limit, so that there is no regret. */
const isLimit = ({ declared }: Objective): boolean => isLimitGoal(declared?.goal);

const NoResults = ({ id }: { id: string }) => (
  <>
    <Heading title="Progress" />
    <NeedsResults id={id}>
      Once results are recorded, this page shows the best so far and how fast it improves.
    </NeedsResults>
  </>
);

type Costs = ReturnType<typeof useCostAxis>;

/** What the pictures are drawn along, and what regret is measured against; both live in the address. */
function useChoices() {
  const [along, setAlong] = useQuery('along', 'number');
  const [best, setBest] = useQuery('best', '');
  return { along, setAlong, best, setBest };
}

function Filters(props: ReturnType<typeof useChoices> & { costs: Costs; single: boolean }) {
  const { costs } = props;
  return (
    <div className="row filters">
      {costs && (
        <SelectField
          label="Along"
          value={props.along}
          onChange={props.setAlong}
          options={[
            ['number', 'experiments'],
            ['cost', `cost (${costs.unit ?? 'units'})`],
          ]}
          narrow
        />
      )}
      {props.single && (
        <TextField
          label="Best possible"
          value={props.best}
          onChange={props.setBest}
          placeholder="best measured"
          narrow
        />
      )}
    </div>
  );
}

/** How one objective gets better, and what is left to gain. */
function ObjectiveProgress(props: {
  id: string;
  rows: readonly Row[];
  objective: Objective;
  /** All of the campaign, for their limits. */
  objectives: readonly Objective[];
  goal: Direction;
  along: Costs;
  /** What was typed as the best possible value. */
  best: string;
}) {
  const { rows, objective, goal, along } = props;
  const values = useMemo(() => attainedOf(rows, objective.name, goal), [rows, objective.name, goal]);
  const kept = useMemo(() => keptResults(values, rows, props.objectives), [values, rows, props.objectives]);
  const best = bestRow(kept, goal);
  const top = bestRun(rows, objective, goal, props.objectives);
  const label = isLimit(objective) ? goalWords(objective, goal) : objective.label;
  const wanted = typeof goal === 'object' ? goal.target : undefined;
  const reference =
    parseNumber(props.best) ?? wanted ?? (best === undefined ? undefined : (kept[best] ?? undefined));
  return (
    <div className="columns">
      <Panel
        title={
          top === undefined
            ? label
            : [
                `${label}: best ${resultWords(rows[top], objective)}`,
                ...brokenLimits(rows[top] as Row, props.objectives),
              ].join('; ')
        }
      >
        <TracePlot id={props.id} objectives={props.objectives} {...{ rows, objective, goal, along }} />
      </Panel>
      {reference !== undefined && !isLimit(objective) && (
        <Panel title="Distance to the best">
          <RegretPlot results={kept} {...{ rows, objective, goal, along, reference }} />
          {kept.some((value, i) => value !== values[i]) && (
            <p className="hint">Runs that do not meet all limits do not count.</p>
          )}
        </Panel>
      )}
    </div>
  );
}

export function ProgressPage({ id }: { id: string }) {
  const data = useDataset(id);
  const objectives = useObjectives(id);
  const goals = useGoals(id, objectives);
  const choices = useChoices();
  const costs = useCostAxis(id, data.data?.rows ?? []);
  const missing = waiting(data);
  if (missing) return missing;
  const rows = data.data?.rows ?? [];
  if (!hasResults(rows, objectives)) return <NoResults id={id} />;
  const axis = choices.along === 'cost' ? costs : undefined;
  const front = frontOf(rows, objectives, goals);
  const { compared, ways } = comparedObjectives(objectives, goals);
  return (
    <>
      <Heading title="Progress">How the best result improves from experiment to experiment.</Heading>
      <GoalLine id={id} objectives={objectives} goals={goals} />
      <Filters {...choices} costs={costs} single={objectives.length === 1} />
      <DesirabilityPanel id={id} along={axis} nObjectives={objectives.length} />
      {objectives.map((objective, index) => (
        <ObjectiveProgress
          key={objective.name}
          id={id}
          rows={rows}
          objective={objective}
          objectives={objectives}
          goal={goals[index] ?? 'maximize'}
          along={axis}
          best={choices.best}
        />
      ))}
      {compared.length > 1 && <TradeOff {...{ id, rows, objectives, compared, ways, front }} />}
      <BestTable id={id} rows={rows} objectives={objectives} goals={goals} front={front} />
      <Suspense>
        {objectives.length === 1 && typeof goals[0] !== 'object' && <OptimumPanel id={id} />}
        <BacktestPanel id={id} nRows={rows.length} objectives={objectives} goals={goals} />
      </Suspense>
    </>
  );
}
