import type { Row } from '../../api/types.ts';
import { SelectField } from '../../components/field.tsx';
import { Panel } from '../../components/page-parts.tsx';
import { useQuery } from '../../components/route.ts';
import { ParetoPlot } from '../../domain/figures/pareto-plot.tsx';
import type { Objective } from '../../domain/results/objectives.ts';
import type { Direction } from '../../domain/results/trace.ts';

interface Props {
  id: string;
  rows: readonly Row[];
  /** All of the campaign, for their limits. */
  objectives: readonly Objective[];
  /** Those that a front compares, two or more, and their goals. */
  compared: readonly Objective[];
  ways: readonly Direction[];
  front: readonly number[];
}

/** Two objectives against each other; where there are more, the reader chooses which, in the address. */
export function TradeOff({ compared, ways, ...props }: Props) {
  const names = compared.map(({ name }) => name);
  const [across, setAcross] = useQuery('across', names[0] ?? '');
  const [up, setUp] = useQuery('up', names[1] ?? '');
  const [x, y] = [Math.max(0, names.indexOf(across)), names.indexOf(up)];
  // An objective that is gone, or that is across already, gives its place to another one.
  const other = y >= 0 && y !== x ? y : x === 0 ? 1 : 0;
  const [first, second] = [compared[x], compared[other]];
  if (!first || !second) return null;
  const options = compared.map(({ name, label }) => [name, label] as const);
  return (
    <Panel title="Trade-off">
      {compared.length > 2 && (
        <div className="row filters">
          <SelectField label="Across" value={first.name} onChange={setAcross} options={options} narrow />
          <SelectField
            label="Up"
            value={second.name}
            onChange={setUp}
            options={options.filter(([name]) => name !== first.name)}
            narrow
          />
        </div>
      )}
      <ParetoPlot
        {...props}
        x={first}
        y={second}
        goals={[ways[x] ?? 'maximize', ways[other] ?? 'maximize']}
      />
    </Panel>
  );
}
