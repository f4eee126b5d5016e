import type { Variable } from '../../api/types.ts';
import { CheckField, SelectField, TextField } from '../../components/field.tsx';
import { link } from '../../components/route.ts';
import { type MethodForm, methods } from './design-methods.ts';
import type { Problems } from './design-problems.ts';
import { type DesignForm, type Level, levelsOf } from './design-request.ts';

export interface FormProps {
  id: string;
  form: DesignForm;
  set: (step: Partial<DesignForm>) => void;
  variables: readonly Variable[];
  problems: Problems;
}

/** Fields of one method; the method says which it reads. */
function MethodFields(props: {
  form: MethodForm;
  set: (step: Partial<MethodForm>) => void;
  label: string;
  problem: (field: keyof MethodForm) => string | undefined;
}) {
  const { form, set, problem } = props;
  const info = methods.find((entry) => entry.name === form.method);
  const reads = (field: Exclude<keyof MethodForm, 'method'>): boolean =>
    info?.fields.includes(field) ?? false;
  return (
    <div className="fields">
      <SelectField
        label={props.label}
        value={form.method}
        onChange={(method) => set({ method })}
        options={methods.map((entry) => [entry.name, entry.label] as const)}
        hint={info?.purpose}
      />
      {reads('points') && (
        <TextField
          label="Runs"
          value={form.points}
          onChange={(points) => set({ points })}
          error={problem('points')}
          inputMode="numeric"
          narrow
        />
      )}
      {reads('levels') && (
        <SelectField
          label="Levels"
          value={form.levels}
          onChange={(levels) => set({ levels })}
          options={['2', '3', '4', '5']}
          narrow
        />
      )}
      {reads('centre') && (
        <TextField
          label="Centre runs"
          value={form.centre}
          onChange={(centre) => set({ centre })}
          error={problem('centre')}
          placeholder="default"
          inputMode="numeric"
          narrow
        />
      )}
      {reads('generators') && (
        <TextField
          label="Generators"
          value={form.generators}
          onChange={(generators) => set({ generators })}
          placeholder="a b c ab"
          hint="Empty: chosen for you."
          narrow
        />
      )}
      {reads('resolution') && (
        <SelectField
          label="Resolution"
          value={form.resolution}
          onChange={(resolution) => set({ resolution })}
          options={[['', 'best'] as const, '3', '4', '5', '6']}
          narrow
        />
      )}
      {reads('runs') && (
        <TextField
          label="Runs"
          value={form.runs}
          onChange={(runs) => set({ runs })}
          error={problem('runs')}
          placeholder="fewest that fit"
          inputMode="numeric"
          narrow
        />
      )}
      {reads('degree') && (
        <SelectField
          label="Steps"
          value={form.degree}
          onChange={(degree) => set({ degree })}
          options={['1', '2', '3', '4', '5']}
          narrow
        />
      )}
      {reads('face') && (
        <SelectField
          label="Axial points"
          value={form.face}
          onChange={(face) => set({ face })}
          options={['circumscribed', 'inscribed', 'faced']}
          narrow
        />
      )}
      {reads('alpha') && (
        <SelectField
          label="Alpha"
          value={form.alpha}
          onChange={(alpha) => set({ alpha })}
          options={['orthogonal', 'rotatable', 'spherical', 'uncorrelated']}
          narrow
        />
      )}
      {reads('reduction') && (
        <TextField
          label="Reduction"
          value={form.reduction}
          onChange={(reduction) => set({ reduction })}
          error={problem('reduction')}
          inputMode="numeric"
          narrow
        />
      )}
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
        <CheckField
          label="Keep a classical design even when constraints cost it points that its model needs"
          checked={form.allowInfeasible}
          onChange={(allowInfeasible) => set({ allowInfeasible })}
        />
      </details>
    </>
  );
}

export const levelWords: Record<Level, string> = {
  very_hard: 'Very hard to change',
  hard: 'Hard to change',
  easy: 'Easy to change',
};

/** Variables that change at a level, for its heading. */
export const namesAt = (variables: readonly Variable[], level: Level): string =>
  variables
    .filter((one) => one.role !== 'observed' && (one.changes ?? 'easy') === level)
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
