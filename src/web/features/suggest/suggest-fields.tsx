import { controllableOf, isObserved } from '../../../contract/variables/variable-roles.ts';
import type { Variable } from '../../api/types.ts';
import { CheckField, SelectField, TextField } from '../../components/field.tsx';
import { middle } from '../../domain/variables/point.ts';
import { labelled } from '../../text/format.ts';
import { writeValue } from '../../text/numbers.ts';
import type { Form, FormErrors } from './suggest-form.ts';
import { maxRuns, type Offered } from './suggestion-words.ts';

function ValueInput(props: {
  variable: Variable;
  value: string;
  error?: string | undefined;
  onChange: (text: string) => void;
}) {
  const { variable, error } = props;
  const label = labelled(variable.name, variable.unit);
  if (variable.categories?.length)
    return (
      <SelectField
        label={label}
        value={props.value}
        onChange={props.onChange}
        options={
          variable.categories.includes(props.value)
            ? variable.categories
            : [['', 'choose'], ...variable.categories]
        }
        error={error}
        narrow
      />
    );
  return <TextField label={label} value={props.value} onChange={props.onChange} error={error} narrow />;
}

function HoldFields(props: {
  form: Form;
  set: (step: Partial<Form>) => void;
  variables: readonly Variable[];
}) {
  const { form, set } = props;
  const controllable = controllableOf(props.variables);
  const toggle = (variable: Variable, on: boolean): void => {
    const hold = { ...form.hold };
    if (on) hold[variable.name] = writeValue(middle(variable));
    else delete hold[variable.name];
    set({ hold });
  };
  return (
    <div className="hold">
      {controllable.map((variable) => (
        <div key={variable.name} className="hold-row">
          <CheckField
            label={`Hold ${variable.name}`}
            checked={variable.name in form.hold}
            onChange={(on) => toggle(variable, on)}
          />
          {variable.name in form.hold && (
            <ValueInput
              variable={variable}
              value={form.hold[variable.name] ?? ''}
              onChange={(text) => set({ hold: { ...form.hold, [variable.name]: text } })}
            />
          )}
        </div>
      ))}
    </div>
  );
}

const currentWords = ({ name, unit }: Variable): string => `Enter the current ${labelled(name, unit)}`;

export interface FormProps {
  form: Form;
  set: (step: Partial<Form>) => void;
  strategy: Offered;
  offered: readonly Offered[];
  errors: FormErrors;
  variables: readonly Variable[];
  /** Observed variables that lack their value. */
  unknown: readonly Variable[];
  hasCosts: boolean;
}

/** Which strategy looks, and for how many runs. */
function StrategyFields({ form, set, strategy, offered, errors }: FormProps) {
  const most = maxRuns(strategy);
  return (
    <>
      <SelectField
        label="Strategy"
        value={strategy.name}
        onChange={(value) => set({ strategy: value })}
        options={offered.map((entry) => [entry.name, entry.label] as const)}
        hint={strategy.purpose}
      />
      <TextField
        label="How many"
        value={most === 1 ? '1' : form.number}
        onChange={(number) => set({ number })}
        inputMode="numeric"
        error={errors.number}
        hint={
          most === 1 ? 'This strategy gives one run at a time.' : `Runs to make in parallel, 1 to ${most}.`
        }
        narrow
      />
    </>
  );
}

const parameterFields = [
  ['xi', 'ξ (xi)', 'Smallest improvement worth a run.'],
  ['kappa', 'κ (kappa)', 'Weight of the standard deviation.'],
  ['beta', 'β (beta)', 'Square of the weight of the standard deviation.'],
] as const;

function MoreOptions({ form, set, strategy, errors, hasCosts }: FormProps) {
  const number = (field: 'xi' | 'kappa' | 'beta' | 'seed', label: string, hint: string) => (
    <TextField
      key={field}
      label={label}
      value={form[field] ?? ''}
      onChange={(text) => set({ [field]: text })}
      error={errors[field]}
      hint={hint}
      narrow
    />
  );
  return (
    <details className="fold">
      <summary>More options</summary>
      <div className="fields">
        {parameterFields
          .filter(([name]) => strategy.parameters.includes(name))
          .map(([name, label, hint]) => number(name, label, hint))}
        {number('seed', 'Seed', 'The same seed gives the same answer.')}
      </div>
      <CheckField
        label="Treat staged runs as pending, so that new runs differ from them"
        checked={form.pending}
        onChange={(pending) => set({ pending })}
      />
      {hasCosts && strategy.weighsCosts && (
        <CheckField
          label="Weigh the gain against what a run costs"
          checked={form.costAware ?? false}
          onChange={(on) => set({ costAware: on })}
        />
      )}
    </details>
  );
}

export function FormFields(props: FormProps) {
  const { form, set, variables, unknown } = props;
  const held = Object.keys(form.hold).length;
  return (
    <>
      <div className="fields">
        <StrategyFields {...props} />
        {variables.filter(isObserved).map((variable) => (
          <ValueInput
            key={variable.name}
            variable={variable}
            value={form.observed[variable.name] ?? ''}
            error={unknown.includes(variable) ? currentWords(variable) : undefined}
            onChange={(text) => set({ observed: { ...form.observed, [variable.name]: text } })}
          />
        ))}
      </div>
      <details className="fold">
        <summary>Hold variables{held > 0 ? ` (${held} held)` : ''}</summary>
        <p className="hint">A held variable stays at your value; the others are chosen around it.</p>
        <HoldFields form={form} set={set} variables={variables} />
      </details>
      <MoreOptions {...props} />
    </>
  );
}
