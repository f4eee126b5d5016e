import { useState } from 'react';
import { useVariables } from '../../api/session.ts';
import type { Row, Variable } from '../../api/types.ts';
import { type Column, DataTable, named, numbers } from '../../components/data-table.tsx';
import { Panel } from '../../components/page-parts.tsx';
import { settingClass } from '../../components/table-head.tsx';
import { showSetting } from '../../text/format.ts';
import { resultWords } from './limit-marks.tsx';
import { brokenLimits, comparedObjectives, hasLimit, meetsLimits, type Objective } from './objectives.ts';
import { attainedOf, type Direction, worth } from './trace.ts';

/** Columns over places in the table of experiments. */
function columnsOf(
  rows: readonly Row[],
  objectives: readonly Objective[],
  variables: readonly Variable[],
): Column<number>[] {
  return [
    numbers('number', 'No.', (index) => index + 1),
    ...objectives.map(({ name, label, unit }) =>
      numbers<number>(`objective ${name}`, named(label, unit), (index) => (
        <b>{resultWords(rows[index], { name, unit: undefined })}</b>
      )),
    ),
    ...(objectives.some(hasLimit)
      ? [
          {
            key: 'limits',
            head: 'Limits',
            cell: (index: number) => brokenLimits(rows[index] as Row, objectives).join('; ') || 'kept',
          },
        ]
      : []),
    ...variables.map((variable) => ({
      key: `variable ${variable.name}`,
      head: named(variable.name, variable.unit),
      cell: (index: number) => showSetting(rows[index]?.[variable.name]),
      className: settingClass(variable),
    })),
    ...(rows.some((row) => row['Reason'])
      ? [{ key: 'why', head: 'Why', cell: (index: number) => String(rows[index]?.['Reason'] ?? '') }]
      : []),
  ];
}

/** The best experiments: the front of several objectives; of one, by value, with those that meet all limits first. */
export function BestTable(props: {
  id: string;
  rows: readonly Row[];
  objectives: readonly Objective[];
  goals: readonly Direction[];
  front: readonly number[];
  /** Rows that are shown at first. */
  limit?: number;
}) {
  const { rows, objectives, goals } = props;
  const [shown, setShown] = useState(props.limit ?? 10);
  const variables = useVariables(props.id).data ?? [];
  const { compared, ways } = comparedObjectives(objectives, goals);
  const first = compared[0] ?? objectives[0];
  if (!first) return null;
  const goal = ways[0] ?? goals[0] ?? 'maximize';
  const values = attainedOf(rows, first.name, goal);
  const met = rows.map((row) => (meetsLimits(row, objectives) ? 1 : 0));
  const order = rows
    .map((_, index) => index)
    .filter((index) => values[index] !== null)
    .sort(
      (a, b) =>
        (met[b] as number) - (met[a] as number) ||
        worth(values[b] as number, goal) - worth(values[a] as number, goal),
    );
  const isFront = compared.length > 1;
  const chosen = isFront ? order.filter((index) => props.front.includes(index)) : order;
  if (chosen.length === 0) return null;
  const title = isFront ? 'Pareto front' : 'Best experiments';
  return (
    <Panel title={title}>
      <DataTable
        label={title}
        columns={columnsOf(rows, objectives, variables)}
        rows={chosen.slice(0, shown)}
        keyOf={(index) => index}
      />
      {chosen.length > shown && (
        <button type="button" onClick={() => setShown(shown + 50)}>
          Show more ({chosen.length - shown} left)
        </button>
      )}
    </Panel>
  );
}
