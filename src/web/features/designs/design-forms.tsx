import type { ChangeLevel } from '../../../contract/families.ts';
import { isObserved } from '../../../contract/variables/variable-roles.ts';
import type { Variable } from '../../api/types.ts';
import { CheckField, SelectField, TextField } from '../../components/field.tsx';
import { link } from '../../components/route.ts';
import { fieldsOf, isSpaceFilling, type MethodForm, methods } from './design-methods.ts';
import type { Problems } from './design-problems.ts';
import { type DesignForm, levelsOf } from './design-request.ts';

export interface FormProps {
  id: string;
  form: DesignForm;
  set: (step: Partial<DesignForm>) => void;
  variables: readonly Variable[];
  problems: Problems;
}

interface Field {
  readonly name: Exclude<keyof MethodForm, 'method'>;
  readonly label: string;
  /** Absent: a text is typed. */
  readonly options?: readonly (string | readonly [string, string])[];
  readonly placeholder?: string;
  readonly hint?: string;
  readonly numeric?: boolean;
}

const methodFields: readonly Field[] = [
  { name: 'points', label: 'Runs', numeric: true },
  { name: 'levels', label: 'Levels', options: ['2', '3', '4', '5'] },
  { name: 'centre', label: 'Centre runs', placeholder: 'default', numeric: true },
  {
    name: 'generators',
    label: 'Generators',
    placeholder: 'a b c ab',
    hint: 'Leave empty to choose automatically.',
  },
  { name: 'resolution', label: 'Resolution', options: [['', 'default'], '3', '4', '5', '6'] },
  { name: 'runs', label: 'Runs', placeholder: 'fewest that fit', numeric: true },
  { name: 'degree', label: 'Steps', options: ['1', '2', '3', '4', '5'] },
  { name: 'face', label: 'Axial points', options: ['circumscribed', 'inscribed', 'faced'] },
  { name: 'alpha', label: 'Alpha', options: ['orthogonal', 'rotatable', 'spherical', 'uncorrelated'] },
  { name: 'reduction', label: 'Reduction', numeric: true },
  {
    name: 'fold',
    label: 'Fold-over',
    placeholder: 'none',
    hint: 'full, or one variable: a second block with these levels exchanged.',
  },
  { name: 'blocks', label: 'Blocks', placeholder: '1', numeric: true },
  {
    name: 'fake',
    label: 'Fake factors',
    placeholder: '0',
    hint: 'Two more runs for each, to estimate the error.',
    numeric: true,
  },
];

/** Fields of one method; the method says which it reads. */
function MethodFields(props: {
  form: MethodForm;
  set: (step: Partial<MethodForm>) => void;
  label: string;
  problem: (field: keyof MethodForm) => string | undefined;
  /** Fields that have no place here. */
  without?: readonly (keyof MethodForm)[];
}) {
  const { form, set, problem, without = [] } = props;
  const info = methods.find((entry) => entry.name === form.method);
  return (
    <div className="fields">
      <SelectField
        label={props.label}
        value={form.method}
        onChange={(method) => set({ method })}
        options={methods.map((entry) => [entry.name, entry.label] as const)}
        hint={info?.purpose}
      />
      {methodFields
        .filter(
          ({ name }) => info !== undefined && fieldsOf(info, form).includes(name) && !without.includes(name),
        )
        .map(({ name, label, options, placeholder, hint, numeric }) => {
          const shared = {
            label,
            value: form[name],
            onChange: (value: string) => set({ [name]: value }),
            hint,
            narrow: true,
          };
          return options ? (
            <SelectField key={name} {...shared} options={options} />
          ) : (
            <TextField
              key={name}
              {...shared}
              error={problem(name)}
              {...(placeholder && { placeholder })}
              {...(numeric && { inputMode: 'numeric' })}
            />
          );
        })}
    </div>
  );
}

export const Seed = (props: Pick<FormProps, 'form' | 'set' | 'problems'>) => (
  <TextField
    label="Seed"
    value={props.form.seed}
    onChange={(seed) => props.set({ seed })}
    error={props.problems['seed']}
    placeholder="new each time"
    hint="The same seed gives the same design."
    inputMode="numeric"
    narrow
  />
);

export const Shuffled = ({ form, set }: Pick<FormProps, 'form' | 'set'>) => (
  <CheckField label="Random run order" checked={form.shuffled} onChange={(shuffled) => set({ shuffled })} />
);

export function InitialForm({ form, set, problems }: FormProps) {
  return (
    <>
      <MethodFields
        label="Method"
        form={form.initial}
        set={(step) => set({ initial: { ...form.initial, ...step } })}
        problem={(field) => problems[field]}
      />
      <details className="fold">
        <summary>More options</summary>
        <div className="fields">
          <Seed form={form} set={set} problems={problems} />
        </div>
        {!isSpaceFilling(form.initial) && <Shuffled form={form} set={set} />}
        <CheckField
          label="Keep a classical design even if constraints remove points that its model needs"
          checked={form.allowInfeasible}
          onChange={(allowInfeasible) => set({ allowInfeasible })}
        />
      </details>
    </>
  );
}

export const levelWords: Record<ChangeLevel, string> = {
  very_hard: 'Very hard to change',
  hard: 'Hard to change',
  easy: 'Easy to change',
};

/** Variables that change at a level, for its heading. */
export const namesAt = (variables: readonly Variable[], level: ChangeLevel): string =>
  variables
    .filter((one) => !isObserved(one) && (one.changes ?? 'easy') === level)
    .map((one) => one.name)
    .join(', ');

export const NoPlots = (props: { id: string }) => (
  <p className="note">
    A split-plot design is for variables that cannot be changed at every run, such as an oven's temperature.
    Mark at least one <a href={link(props.id, 'variables')}>variable</a> as hard to change, and leave one
    easy.
  </p>
);

export function SplitPlotForm({ id, form, set, variables, problems }: FormProps) {
  const levels = levelsOf(variables);
  if (!levels.includes('easy') || levels.length < 2) return <NoPlots id={id} />;
  return (
    <>
      {levels.map((level) => (
        <fieldset key={level} className="level">
          <legend>
            {levelWords[level]}: {namesAt(variables, level)}
          </legend>
          <MethodFields
            label="Method"
            form={form.nested[level]}
            set={(step) => set({ nested: { ...form.nested, [level]: { ...form.nested[level], ...step } } })}
            problem={(field) => problems[`${level}.${field}`]}
            without={['fold', 'blocks']}
          />
          {level !== 'easy' && (
            <div className="fields">
              <TextField
                label="Replicates"
                value={form.replicates[level]}
                onChange={(text) => set({ replicates: { ...form.replicates, [level]: text } })}
                error={problems[`replicates.${level}`]}
                placeholder="1"
                inputMode="numeric"
                narrow
              />
            </div>
          )}
        </fieldset>
      ))}
      <div className="fields">
        <Seed form={form} set={set} problems={problems} />
      </div>
    </>
  );
}
