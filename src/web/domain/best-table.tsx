import { useVariables } from '../api/session.ts';
import type { Row } from '../api/types.ts';
import { Panel, Scroll } from '../components/bits.tsx';
import { show } from '../text/format.ts';
import type { Objective } from './objectives.ts';
import { better, type Direction } from './trace.ts';

/** The best experiments: by value with one objective, the front with several. */
export function BestTable(props: {
  id: string;
  rows: readonly Row[];
  objectives: readonly Objective[];
  goals: readonly Direction[];
  front: readonly number[];
  limit?: number;
}) {
  const { rows, objectives, goals } = props;
  const variables = useVariables(props.id).data ?? [];
  const first = objectives[0];
  if (!first) return null;
  const order = rows
    .map((_, index) => index)
    .filter((index) => typeof rows[index]?.[first.name] === 'number')
    .sort((a, b) =>
      better(Number(rows[a]?.[first.name]), Number(rows[b]?.[first.name]), goals[0] ?? 'maximize') ? -1 : 1,
    );
  const chosen = objectives.length > 1 ? order.filter((index) => props.front.includes(index)) : order;
  return (
    <Panel title={objectives.length > 1 ? 'Pareto front' : 'Best experiments'}>
      <Scroll label="Best experiments">
        <table className="table">
          <thead>
            <tr>
              <th className="number">No.</th>
              {objectives.map((objective) => (
                <th key={objective.name} className="number">
                  {objective.label}
                  {objective.unit && <small>{objective.unit}</small>}
                </th>
              ))}
              {variables.map((variable) => (
                <th key={variable.name} className="number">
                  {variable.name}
                  {variable.unit && <small>{variable.unit}</small>}
                </th>
              ))}
              <th>Why</th>
            </tr>
          </thead>
          <tbody>
            {chosen.slice(0, props.limit ?? 10).map((index) => (
              <tr key={index}>
                <td className="number">{index + 1}</td>
                {objectives.map((objective) => (
                  <td key={objective.name} className="number">
                    <b>{show(rows[index]?.[objective.name])}</b>
                  </td>
                ))}
                {variables.map((variable) => (
                  <td key={variable.name} className="number">
                    {show(rows[index]?.[variable.name])}
                  </td>
                ))}
                <td>{String(rows[index]?.['Reason'] ?? '')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </Panel>
  );
}
