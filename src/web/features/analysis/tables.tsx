import type { DesignAnalysis } from '../../../contract/design.ts';
import { Panel, Scroll } from '../../components/bits.tsx';
import { useQuery } from '../../components/route.ts';
import { Term } from '../../components/term.tsx';
import { show, showWithin } from '../../text/format.ts';
import { chance, weight } from './analysis.ts';

type Line = DesignAnalysis['regression'];

export function Coefficients(props: {
  analysis: DesignAnalysis;
  confidence: string;
  unit: string | undefined;
}) {
  const { analysis } = props;
  return (
    <Scroll label="Coefficients">
      <table className="table">
        <thead>
          <tr>
            <th>Term</th>
            <th className="number">
              Coefficient
              {props.unit && <small>{props.unit}</small>}
            </th>
            <th className="number">
              <Term name="standard error">SE</Term>
            </th>
            <th className="number">{props.confidence} % CI</th>
            <th className="number">t</th>
            <th className="number">
              <Term name="p-value">p</Term>
            </th>
            <th className="number">
              <Term name="VIF">VIF</Term>
            </th>
          </tr>
        </thead>
        <tbody>
          {analysis.coefficients.map((one) => (
            <tr key={one.name} className={weight(one.p_value)}>
              <td className="formula">{one.name}</td>
              <td className="number">{showWithin(one.estimate, one.standard_error)}</td>
              <td className="number">{show(one.standard_error, 2)}</td>
              <td className="number">
                {one.interval
                  ? `${showWithin(one.interval[0], one.standard_error)} to ${showWithin(one.interval[1], one.standard_error)}`
                  : '–'}
              </td>
              <td className="number">{show(one.t_value, 3)}</td>
              <td className="number p">{chance(one.p_value)}</td>
              <td className="number">{show(one.variance_inflation, 3)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

const Row = ({ line, total }: { line: Line; total: number }) => (
  <tr className={weight(line.p_value)}>
    <td className="formula">{line.name}</td>
    <td className="number">{line.degrees}</td>
    <td className="number">{show(line.sum_of_squares)}</td>
    <td className="number">{total > 0 ? `${show((line.sum_of_squares / total) * 100, 2)} %` : '–'}</td>
    <td className="number">{show(line.mean_square)}</td>
    <td className="number">{show(line.f_value, 3)}</td>
    <td className="number p">{chance(line.p_value)}</td>
  </tr>
);

/** Where the variation of the results comes from. */
export function Anova({ analysis }: { analysis: DesignAnalysis }) {
  const [order, setOrder] = useQuery('anova', 'partial');
  const terms = order === 'sequential' ? analysis.sequential : analysis.partial;
  const { residual, regression, lack_of_fit: fit } = analysis;
  const total = regression.sum_of_squares + residual.sum_of_squares;
  return (
    <Panel
      title="Analysis of variance"
      actions={
        <fieldset className="segments">
          <legend className="sr">Order of the terms</legend>
          {(
            [
              ['partial', 'Partial (type III)'],
              ['sequential', 'Sequential (type I)'],
            ] as const
          ).map(([name, label]) => (
            <button key={name} type="button" aria-pressed={order === name} onClick={() => setOrder(name)}>
              {label}
            </button>
          ))}
        </fieldset>
      }
    >
      <Scroll label="Analysis of variance">
        <table className="table">
          <thead>
            <tr>
              <th>Source</th>
              <th className="number">
                <Term name="degrees of freedom">DF</Term>
              </th>
              <th className="number">Sum of squares</th>
              <th className="number">Share</th>
              <th className="number">Mean square</th>
              <th className="number">F</th>
              <th className="number">p</th>
            </tr>
          </thead>
          <tbody>
            <Row line={{ ...regression, name: 'Model' }} total={total} />
            {terms.map((line) => (
              <Row key={line.name} line={line} total={total} />
            ))}
            <Row line={{ name: 'Residual', f_value: null, p_value: null, ...residual }} total={total} />
            {fit && <Row line={{ ...fit.lack_of_fit, name: 'Lack of fit' }} total={total} />}
            {fit && <Row line={{ ...fit.pure_error, name: 'Pure error' }} total={total} />}
          </tbody>
        </table>
      </Scroll>
      <p className="hint">
        {fit
          ? (fit.lack_of_fit.p_value ?? 1) < 0.05
            ? 'Significant lack of fit: the model misses something, such as curvature.'
            : 'No significant lack of fit: the residuals are no larger than the pure error of repeated runs.'
          : 'Lack of fit cannot be tested without replicates; repeat a few runs.'}
      </p>
    </Panel>
  );
}
