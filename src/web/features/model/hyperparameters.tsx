import type { Hyperparameters, Variable } from '../../api/types.ts';
import { Scroll } from '../../components/page-parts.tsx';
import { numberHead, TableHead } from '../../components/table-head.tsx';
import { Term } from '../../components/term.tsx';
import { scales } from '../../domain/models/model-words.ts';
import type { Objective } from '../../domain/results/objectives.ts';
import { show } from '../../text/format.ts';

/** How strongly a variable acts, by its lengthscale in units of the scaled inputs (0 to 1 over its range). */
function strengthWords(lengthscale: number): string {
  if (lengthscale < 0.3) return 'strong, nonlinear effect';
  if (lengthscale < 1) return 'clear effect';
  if (lengthscale < 3) return 'weak or nearly linear effect';
  return lengthscale < 30 ? 'very weak effect' : 'no visible effect';
}

function Table(props: { hyper: Hyperparameters; objective: Objective; variables: readonly Variable[] }) {
  const { hyper, objective, variables } = props;
  const lengths = scales(hyper.lengthscales, variables);
  const noise = hyper.noise;
  return (
    <Scroll label={`Hyperparameters of ${objective.label}`}>
      <table className="table">
        <TableHead columns={[objective.label, numberHead('Value'), 'Meaning']} />
        <tbody>
          {Object.entries(lengths).map(([name, value]) => (
            <tr key={name}>
              <td>
                <Term name="lengthscale">Lengthscale</Term> of {name}
              </td>
              <td className="number">{value >= 1000 ? '> 1000' : show(value, 3)}</td>
              <td>{strengthWords(value)}</td>
            </tr>
          ))}
          {typeof noise === 'number' && (
            <tr>
              <td>Noise variance</td>
              <td className="number">{show(noise, 3)}</td>
              <td>
                of the scaled output; <Term name="noise SD">noise SD</Term> {show(Math.sqrt(noise), 2)} of the
                SD of the results
              </td>
            </tr>
          )}
          {typeof hyper.outputscale === 'number' && (
            <tr>
              <td>Output scale</td>
              <td className="number">{show(hyper.outputscale, 3)}</td>
              <td>variance of the curve, of the scaled output</td>
            </tr>
          )}
        </tbody>
      </table>
    </Scroll>
  );
}

/** What the model learned about scales and noise, in words; every parameter is in the answer of the server. */
export function HyperparameterTables(props: {
  hyper: Hyperparameters;
  /** By objective, where there are several. */
  several: Readonly<Record<string, Hyperparameters>> | undefined;
  objectives: readonly Objective[];
  variables: readonly Variable[];
}) {
  return (
    <details className="fold">
      <summary>Hyperparameters</summary>
      {props.objectives.map((objective) => (
        <Table
          key={objective.name}
          hyper={props.several?.[objective.name] ?? props.hyper}
          objective={objective}
          variables={props.variables}
        />
      ))}
    </details>
  );
}
