import { blockColumn, plotColumns } from '../../../contract/experiments/bookkeeping.ts';
import { useQueue } from '../../api/session.ts';
import type { Feasibility, Inputs, Row, Variable } from '../../api/types.ts';
import { DataTable, named, numbers } from '../../components/data-table.tsx';
import { download } from '../../components/download.ts';
import { Panel, Stat, Warnings } from '../../components/page-parts.tsx';
import { PermissionFieldset } from '../../components/permission-fieldset.tsx';
import { link } from '../../components/route.ts';
import { settingClass } from '../../components/table-head.tsx';
import { Evaluation } from '../../domain/designs/evaluation.tsx';
import { stageRuns, unstagedRuns } from '../../domain/queue/staging.ts';
import { StepHint } from '../../domain/variables/step-hint.tsx';
import { csvFile } from '../../text/csv.ts';
import { count, show, showSetting } from '../../text/format.ts';
import { blockWords, confoundingWords } from './confounding-words.ts';
import { methods } from './design-methods.ts';
import type { DesignForm, Kind } from './design-request.ts';
import { DesignScatter } from './design-scatter.tsx';

/** A design as it came back, of whichever kind. */
export interface Made {
  readonly kind: Kind;
  readonly points: Row[];
  /** Runs made before, which these are added to. */
  readonly kept?: Row[];
  readonly n_points: number;
  readonly method?: string;
  /** Terms that the design was made for. */
  readonly model?: DesignForm['model'];
  /** Variance of the plots over that of runs that it was made for, outermost plots first. As typed. */
  readonly ratios?: readonly string[];
  /** Variables of forbidden combinations, whose values are not rounded. */
  readonly exact?: readonly string[];
  readonly design_info?: Record<string, unknown> | null;
  readonly info?: { warnings?: string[]; [name: string]: unknown };
  readonly warnings?: string[];
  readonly feasibility?: Feasibility | null;
  readonly estimability?: string | null;
}

const kindWords: Record<Kind, string> = {
  initial: 'Initial design',
  optimal: 'Optimal design',
  'split-plot': 'Split-plot design',
  'optimal-split-plot': 'Optimal split-plot design',
};

/** What a design is called: a form above it may be about another one by now. */
const nameOf = ({ kind, method }: Made): string =>
  methods.find(({ name }) => kind === 'initial' && name === method)?.label ?? kindWords[kind];

function FeasibilityNote({ made }: { made: Made }) {
  const block = made.feasibility;
  if (!block) return null;
  const facts = [
    block.n_candidates_total !== null &&
      `${block.n_candidates_feasible} of ${block.n_candidates_total} candidates are allowed`,
    block.n_boundary_added && `${block.n_boundary_added} added on the boundary`,
    block.n_vertices_added && `${block.n_vertices_added} vertices of the region added`,
    block.n_points_dropped &&
      `${count(block.n_points_dropped, 'point')} of the classical design violate a constraint and were left out`,
  ].filter((fact): fact is string => typeof fact === 'string');
  return (
    <p className={block.estimability === 'waived' || block.n_points_dropped ? 'note warn' : 'note'}>
      {block.constraints_applied.length === 1 ? 'Constraint' : 'Constraints'}{' '}
      {block.constraints_applied.join(', ')} {block.constraints_applied.length === 1 ? 'holds' : 'hold'} at
      every point.
      {facts.length > 0 && ` ${facts.join('; ')}.`}
      {block.estimability === 'passed' && ' Every term of its model can still be estimated.'}
      {block.estimability === 'waived' &&
        ' As requested, it was not checked whether its model can be estimated.'}
    </p>
  );
}

const infoWords: Record<string, string> = {
  total_runs: 'Runs',
  factorial_runs: 'Factorial runs',
  axial_runs: 'Axial runs',
  center_runs: 'Centre runs',
  edge_runs: 'Edge runs',
  screening_runs: 'Screening runs',
  D_eff: 'D efficiency, %',
  A_eff: 'A efficiency, %',
  p_columns: 'Coefficients',
  average_prediction_variance: 'Mean variance of a prediction',
  alpha: 'Alpha',
};

/** What the numbers of an optimal design in blocks are of. */
const withinBlocks: Record<string, string> = {
  D_eff: 'of the effects, within blocks',
  A_eff: 'of the effects, within blocks',
  p_columns: 'with those of the blocks',
  average_prediction_variance: 'beside the level of its block',
};

function Facts({ made }: { made: Made }) {
  const info = made.design_info ?? (made.kind === 'optimal-split-plot' ? (made.info ?? {}) : {});
  // Those of the model are of all effects but the levels of the blocks.
  const within = made.kind === 'optimal' && info['block_runs'] !== undefined;
  const known = Object.entries(infoWords).filter(
    ([name]) =>
      (typeof info[name] === 'number' || typeof info[name] === 'string') &&
      // Counted before constraints left some out.
      !(name.endsWith('_runs') && made.feasibility?.n_points_dropped),
  );
  if (known.length === 0) return null;
  return (
    <dl className="stats">
      {known.map(([name, label]) => (
        <Stat
          key={name}
          label={label}
          value={show(info[name])}
          {...(within && { note: withinBlocks[name] })}
        />
      ))}
    </dl>
  );
}

/** The runs in the order of the design. */
function RunTable(props: {
  points: readonly Row[];
  columns: readonly string[];
  variables: readonly Variable[];
}) {
  const variableOf = (name: string) => props.variables.find((one) => one.name === name);
  return (
    <DataTable
      label="Runs of the design"
      tall
      rows={props.points}
      columns={[
        numbers('Run', 'Run', (_, index) => index + 1),
        ...props.columns.map((name) => ({
          key: `variable ${name}`,
          head: named(name, variableOf(name)?.unit),
          cell: (point: Row) => showSetting(point[name]),
          className: settingClass(variableOf(name) ?? { type: 'integer' }),
        })),
      ]}
    />
  );
}

/** Puts runs into the queue, each with what it is for. */
async function stageAll(
  id: string,
  made: Made,
  points: readonly Row[],
  columns: readonly string[],
): Promise<void> {
  const reason =
    made.kind === 'initial' ? `Initial design (${made.method?.replaceAll('_', ' ')})` : kindWords[made.kind];
  const items = points.map((point) => {
    const inputs = Object.fromEntries(columns.map((name) => [name, point[name]])) as Inputs;
    return { inputs, reason: typeof point['Reason'] === 'string' ? point['Reason'] : reason };
  });
  await stageRuns(id, items);
}

interface PreviewProps {
  id: string;
  made: Made;
  variables: readonly Variable[];
  onClear: () => void;
}

function Actions({ id, made, variables, onClear, columns }: PreviewProps & { columns: readonly string[] }) {
  const queue = useQueue(id).data?.items ?? [];
  const names = variables.map((variable) => variable.name);
  const open = unstagedRuns(queue, names, made.points).map((i) => made.points[i] as Row);
  return (
    <>
      <button
        type="button"
        className="plain"
        onClick={() => download('design.csv', csvFile(columns, made.points), 'text/csv')}
      >
        CSV
      </button>
      <button type="button" className="plain" onClick={onClear}>
        Clear
      </button>
      {open.length === 0 ? (
        <a className="button primary" href={link(id, 'queue')}>
          Go to the queue
        </a>
      ) : (
        <PermissionFieldset>
          <button type="button" className="primary" onClick={() => void stageAll(id, made, open, columns)}>
            Stage {open.length === made.points.length ? 'all' : 'the other'} {open.length}
          </button>
        </PermissionFieldset>
      )}
    </>
  );
}

/** What the server said about the design. */
function Notes({ made }: { made: Made }) {
  return (
    <>
      {made.kept && (
        <p className="note">
          Chosen to complement the {count(made.kept.length, 'experiment')} recorded. The quality below is that
          of all runs together.
        </p>
      )}
      <FeasibilityNote made={made} />
      {[...confoundingWords(made.design_info, made.method), ...blockWords(made.design_info)].map(
        (sentence) => (
          <p key={sentence} className="note">
            {sentence}
          </p>
        ),
      )}
      <Warnings texts={[...(made.warnings ?? []), ...(made.info?.warnings ?? [])]} />
      <Facts made={made} />
    </>
  );
}

/** Whether a setting has more digits than are shown. */
const isUnround = (value: unknown): boolean =>
  typeof value === 'number' && Number(value.toPrecision(6)) !== value;

/** The design before it is used: picture, table, what is known about its quality, and staging. */
export function Preview(props: PreviewProps) {
  const { id, made, variables } = props;
  const extra = [blockColumn, ...plotColumns].filter((name) => made.points.some((point) => name in point));
  const columns = [...extra, ...variables.map((variable) => variable.name)];
  return (
    <Panel
      title={`${count(made.points.length, made.kept ? 'new run' : 'run')}: ${nameOf(made)}`}
      actions={<Actions {...props} columns={columns} />}
    >
      <Notes made={made} />
      <StepHint
        id={id}
        shown={variables.filter((one) => made.points.some((point) => isUnround(point[one.name])))}
      />
      <div className="columns">
        <DesignScatter points={made.points} variables={variables} />
        <RunTable points={made.points} columns={columns} variables={variables} />
      </div>
      <Evaluation
        id={id}
        points={[...(made.kept ?? []), ...made.points]}
        variables={variables}
        model={made.model}
        {...(made.ratios && { ratios: made.ratios })}
      />
    </Panel>
  );
}
