import type { DesignAnalysis } from '../../../contract/designs/design-quality.ts';
import { type Column, DataTable, named, numbers } from '../../components/data-table.tsx';
import { Panel } from '../../components/page-parts.tsx';
import { useQuery } from '../../components/route.ts';
import { Term } from '../../components/term.tsx';
import { labelled, show, showFixed, showToError } from '../../text/format.ts';
import { chance, coefficientsRead, lackOfFitWords, plotWords, weight } from './analysis.ts';

type Line = DesignAnalysis['regression'];

type Coefficient = ReturnType<typeof coefficientsRead>[number];

export function Coefficients(props: {
  analysis: DesignAnalysis;
  confidence: string;
  unit: string | undefined;
}) {
  const isMixed = props.analysis.mixed_model !== undefined;
  const columns: readonly Column<Coefficient>[] = [
    { key: 'Term', head: 'Term', cell: ({ name }) => name, className: 'formula' },
    numbers(
      labelled('Coefficient', props.unit),
      <>
        Coefficient
        {props.unit && <small>{props.unit}</small>}
      </>,
      (one) => showToError(one.estimate, one.standard_error),
    ),
    numbers('SE', <Term name="standard error">SE</Term>, (one) =>
      showToError(one.standard_error, one.standard_error),
    ),
    numbers(`${props.confidence} % CI`, `${props.confidence} % CI`, ({ interval, standard_error }) =>
      interval
        ? `${showToError(interval[0], standard_error)} to ${showToError(interval[1], standard_error)}`
        : '–',
    ),
    ...(isMixed
      ? [numbers<Coefficient>('DF', <Term name="degrees of freedom">DF</Term>, (one) => show(one.degrees, 3))]
      : []),
    numbers('t', 't', (one) => showFixed(one.t_value, 2)),
    numbers('p', <Term name="p-value">p</Term>, (one) => chance(one.p_value), 'number p'),
    numbers('VIF', <Term name="VIF">VIF</Term>, (one) => showFixed(one.variance_inflation, 2)),
  ];
  return (
    <DataTable
      label="Coefficients"
      narrow="stacks"
      columns={columns}
      rows={coefficientsRead(props.analysis)}
      keyOf={({ name }) => name}
      rowClass={({ p_value }) => weight(p_value)}
    />
  );
}

type Mixed = NonNullable<DesignAnalysis['mixed_model']>;

const componentColumns = (unit: string | undefined): readonly Column<Mixed['variances'][number]>[] => [
  { key: 'Source', head: 'Source', cell: ({ name }) => name, className: 'formula' },
  numbers('Number', 'Number', ({ count }) => count),
  numbers('SD', named('SD', unit), (one) => show(one.standard_deviation)),
  numbers('Variance', 'Variance', ({ variance }) => show(variance)),
  numbers('SE', <Term name="standard error">SE</Term>, (one) =>
    showToError(one.standard_error, one.standard_error),
  ),
  numbers('Share', 'Share', ({ share }) => `${show(share * 100, 2)} %`),
];

const testColumns: readonly Column<Mixed['tests'][number]>[] = [
  { key: 'Term', head: 'Term', cell: ({ name }) => name, className: 'formula' },
  numbers('DF', <Term name="degrees of freedom">DF</Term>, ({ degrees }) => degrees),
  numbers('Error DF', 'Error DF', (one) => show(one.error_degrees, 3)),
  numbers('F', 'F', (one) => showFixed(one.f_value, 2)),
  numbers('p', <Term name="p-value">p</Term>, (one) => chance(one.p_value), 'number p'),
];

/** Variation between plots, and tests of terms that take it into account. */
export function PlotVariation({ mixed, unit }: { mixed: Mixed; unit: string | undefined }) {
  return (
    <Panel title="Variation between plots">
      <p>{plotWords(mixed)}</p>
      <div className="columns">
        <DataTable
          label="Variances"
          narrow="stacks"
          columns={componentColumns(unit)}
          rows={mixed.variances}
          keyOf={({ name }) => name}
        />
        <DataTable
          label="Tests of terms"
          narrow="stacks"
          columns={testColumns}
          rows={mixed.tests}
          keyOf={({ name }) => name}
          rowClass={({ p_value }) => weight(p_value)}
        />
      </div>
      <p className="hint">
        <Term name="REML">REML</Term> with the <Term name="degrees of freedom">degrees of freedom</Term> of
        Kenward and Roger.
      </p>
    </Panel>
  );
}

const varianceColumns = (total: number): readonly Column<Line>[] => [
  { key: 'Source', head: 'Source', cell: ({ name }) => name, className: 'formula' },
  numbers('DF', <Term name="degrees of freedom">DF</Term>, (line) => line.degrees),
  numbers('Sum of squares', 'Sum of squares', (line) => show(line.sum_of_squares)),
  numbers('Share', 'Share', (line) =>
    total > 0 ? `${show((line.sum_of_squares / total) * 100, 2)} %` : '–',
  ),
  numbers('Mean square', 'Mean square', (line) => show(line.mean_square)),
  numbers('F', 'F', (line) => showFixed(line.f_value, 2)),
  numbers('p', 'p', (line) => chance(line.p_value), 'number p'),
];

/** Where the variation of the results comes from. */
export function Anova({ analysis }: { analysis: DesignAnalysis }) {
  const [order, setOrder] = useQuery('anova', 'partial');
  const terms = order === 'sequential' ? analysis.sequential : analysis.partial;
  const { residual, regression, lack_of_fit: fit } = analysis;
  const total = regression.sum_of_squares + residual.sum_of_squares;
  const lines: Line[] = [
    { ...regression, name: 'Model' },
    ...terms,
    { name: 'Residual', f_value: null, p_value: null, ...residual },
    ...(fit ? [{ ...fit.lack_of_fit, name: 'Lack of fit' }] : []),
    ...(fit ? [{ ...fit.pure_error, name: 'Pure error' }] : []),
  ];
  return (
    <Panel
      title={analysis.mixed_model ? 'Analysis of variance, without plots' : 'Analysis of variance'}
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
      <DataTable
        label="Analysis of variance"
        narrow="stacks"
        columns={varianceColumns(total)}
        rows={lines}
        keyOf={({ name }) => name}
        rowClass={({ p_value }) => weight(p_value)}
      />
      <p className="hint">{lackOfFitWords(fit)}</p>
    </Panel>
  );
}
