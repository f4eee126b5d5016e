import { useDataset, useDetail, useModel, useQueue, useVariables } from '../../api/session.ts';
import type { Model, Row } from '../../api/types.ts';
import { Heading, Panel, Stat, waiting } from '../../components/page-parts.tsx';
import { link } from '../../components/route.ts';
import { useCostModel } from '../../domain/figures/cost-axis.ts';
import { ParetoPlot } from '../../domain/figures/pareto-plot.tsx';
import { TracePlot } from '../../domain/figures/trace-plot.tsx';
import { NextStep } from '../../domain/guidance/next-step-card.tsx';
import { useScores } from '../../domain/models/diagnostic.ts';
import { errorBarWords, fitWords, isOfOtherData, unseenResults } from '../../domain/models/model-words.ts';
import { bestRun } from '../../domain/results/best-run.ts';
import { BestTable } from '../../domain/results/best-table.tsx';
import { frontOf } from '../../domain/results/front.ts';
import { resultWords } from '../../domain/results/limit-marks.tsx';
import {
  brokenLimits,
  comparedObjectives,
  goalWords,
  hasLimit,
  meetsLimits,
  type Objective,
  runAtGoals,
  useDeclared,
  useGoals,
  useObjectives,
} from '../../domain/results/objectives.ts';
import { attainedOf, type Direction, hasResults, measuredCount } from '../../domain/results/trace.ts';
import { useCandidates } from '../../domain/variables/candidates.ts';
import { count, showFixed } from '../../text/format.ts';
import { nextStep, spentWords } from './next-step.ts';

interface StatProps {
  rows: readonly Row[];
  objective: Objective;
  goal: Direction;
  /** All of the campaign, for their limits. */
  objectives: readonly Objective[];
  /** The run that is best in the only objective by which runs are compared; undefined where there is none. */
  best: number | undefined;
}

/** How many runs meet a limit that is a goal, and whether the best run does. */
function LimitStat({ rows, objective, goal, best }: StatProps) {
  const measured = attainedOf(rows, objective.name, goal).filter((value) => value !== null).length;
  const met = rows.filter((row) => meetsLimits(row, [objective])).length;
  const row = best === undefined ? undefined : rows[best];
  const words =
    row &&
    `${meetsLimits(row, [objective]) ? 'met' : 'not met'} by the best, experiment ${(best as number) + 1}: ${resultWords(row, objective)}`;
  return (
    <Stat
      label={goalWords(objective, goal)}
      value={measured === 0 ? '–' : `${met} of ${rows.length}`}
      note={measured === 0 ? 'no results yet' : ['experiments meet it', ...(words ? [words] : [])].join('; ')}
    />
  );
}

/** The best result; where limits are set, of the runs that meet them. */
function BestStat({ rows, objective, goal, objectives }: StatProps) {
  const best = bestRun(rows, objective, goal, objectives);
  const row = best === undefined ? undefined : (rows[best] as Row);
  const isKept = row !== undefined && objectives.some(hasLimit) && meetsLimits(row, objectives);
  return (
    <Stat
      label={`${typeof goal === 'object' ? 'Closest' : goal === 'maximize' ? 'Highest' : 'Lowest'} ${objective.label}${isKept ? ' within the limits' : ''}`}
      value={row === undefined ? '–' : resultWords(row, objective)}
      note={
        row === undefined
          ? 'no results yet'
          : [`experiment ${(best as number) + 1} of ${rows.length}`, ...brokenLimits(row, objectives)].join(
              '; ',
            )
      }
    />
  );
}

/** What is said about a model that was trained before something changed. */
const olderWords = 'trained before the last changes; ';

/** How well the models of several objectives predict: the worst of them in front. */
function SeveralStat(props: { id: string; objectives: readonly Objective[]; isOlder: boolean }) {
  const { id, objectives } = props;
  const { data: scores = [] } = useScores(
    id,
    objectives.map(({ name }) => name),
  );
  const known = scores.filter((r2) => typeof r2 === 'number');
  return (
    <Stat
      label="Models"
      value={
        known.length > 0
          ? `R² ${showFixed(Math.min(...known), 2)}${known.length > 1 ? ' at worst' : ''}`
          : '…'
      }
      note={`${props.isOlder ? olderWords : ''}${objectives
        .map(({ label }, k) => `${label} ${showFixed(scores[k], 2)}: ${fitWords(scores[k])}`)
        .join('; ')}`}
    />
  );
}

/** The model in a word: how well it predicts. */
function ModelStat({ model, isOlder }: { model: Model; isOlder: boolean }) {
  if (!model.trained) return <Stat label="Model" value="none" note="Suggest fits its own" />;
  const metrics = model.metrics;
  const words = [
    fitWords(metrics?.cv_r2),
    errorBarWords(metrics?.std_z, metrics?.cv_r2, model.n_experiments),
  ].filter((text) => text !== '');
  return (
    <Stat
      label="Model"
      value={`R² ${showFixed(metrics?.cv_r2, 2)}`}
      note={`${isOlder ? olderWords : ''}${words.join('; ')}`}
    />
  );
}

interface ResultsProps {
  id: string;
  rows: readonly Row[];
  objectives: readonly Objective[];
  goals: readonly Direction[];
}

/** How the campaign gets on, and its best experiments. */
function Results({ id, rows, objectives, goals }: ResultsProps) {
  const front = frontOf(rows, objectives, goals);
  const { compared, ways } = comparedObjectives(objectives, goals);
  const [first = objectives[0], second] = compared;
  const [goal = goals[0] ?? 'maximize', secondGoal = 'maximize'] = ways;
  if (!hasResults(rows, objectives)) return null;
  return (
    <>
      {first && (
        <Panel title="Progress" actions={<a href={link(id, 'progress')}>More</a>}>
          {second ? (
            <ParetoPlot
              {...{ id, rows, objectives, front }}
              x={first}
              y={second}
              goals={[goal, secondGoal]}
            />
          ) : (
            <TracePlot {...{ id, rows, objectives, goal }} objective={first} />
          )}
        </Panel>
      )}
      <BestTable id={id} rows={rows} objectives={objectives} goals={goals} front={front} limit={5} />
    </>
  );
}

interface StandingProps extends ResultsProps {
  model: Model;
  /** The model is of other data than there are now. */
  isOlder: boolean;
  /** Experiments with a result, and runs in the queue. */
  measured: number;
  open: number;
  nVariables: number;
}

/** The campaign in numbers. */
function Standing(props: StandingProps) {
  const { id, rows, objectives, goals, model, nVariables, open } = props;
  const without = rows.length - props.measured;
  const { compared, ways } = comparedObjectives(objectives, goals);
  const [only, other] = compared;
  const best =
    only && !other ? bestRun(rows, only, ways[0] ?? 'maximize', objectives) : runAtGoals(rows, objectives);
  return (
    <dl className="stats">
      {objectives.map((objective, index) => {
        const Of = compared.includes(objective) ? BestStat : LimitStat;
        return (
          <Of
            key={objective.name}
            {...{ rows, objective, objectives, best }}
            goal={goals[index] ?? 'maximize'}
          />
        );
      })}
      <Stat
        label="Experiments"
        value={rows.length}
        note={`over ${count(nVariables, 'variable')}${without > 0 ? `; ${without} without a result` : ''}`}
      />
      <Stat label="In the queue" value={open} note={open === 0 ? 'no pending runs' : 'staged or running'} />
      {model.trained && objectives.length > 1 ? (
        <SeveralStat id={id} objectives={objectives} isOlder={props.isOlder} />
      ) : (
        <ModelStat model={model} isOlder={props.isOlder} />
      )}
    </dl>
  );
}

export function OverviewPage({ id }: { id: string }) {
  const detail = useDetail(id);
  const variables = useVariables(id);
  const data = useDataset(id);
  const queue = useQueue(id);
  const model = useModel(id);
  const objectives = useObjectives(id);
  const goals = useGoals(id, objectives);
  const declared = useDeclared(id);
  const costs = useCostModel(id).data;
  const list = useCandidates(id).data;
  const missing = waiting(detail, variables, data, queue, model, declared);
  if (missing || !model.data) return missing;
  const rows = data.data?.rows ?? [];
  const nVariables = variables.data?.length ?? 0;
  const open = (queue.data?.n_pending ?? 0) + (queue.data?.n_running ?? 0);
  const { trained } = model.data;
  const measured = measuredCount(
    rows,
    objectives.map(({ name }) => name),
  );
  const unseen = unseenResults(model.data, measured);
  const atGoals = runAtGoals(rows, objectives);
  const step = nextStep({
    variables: nVariables,
    rows: rows.length,
    measured,
    declared: declared.data?.declared !== false,
    goals: objectives.map((one, k) => goalWords(one, goals[k] ?? 'maximize')),
    pending: open,
    trained,
    unseen,
    spent: costs && spentWords(costs),
    reached: atGoals === undefined ? undefined : atGoals + 1,
    listUsedUp: list?.left === 0 && !list.repeats,
  });
  return (
    <>
      <Heading title={detail.data?.metadata.name || 'Untitled session'}>
        {detail.data?.metadata.description}
      </Heading>
      <NextStep id={id} step={step} />
      <Standing
        {...{ id, rows, objectives, goals, measured, nVariables, open }}
        model={model.data}
        isOlder={isOfOtherData(model.data, detail.data?.data_revision)}
      />
      <Results id={id} rows={rows} objectives={objectives} goals={goals} />
    </>
  );
}
