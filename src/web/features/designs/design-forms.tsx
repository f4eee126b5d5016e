import { useResource } from '../../api/cache.ts';
import { sessionCall } from '../../api/call.ts';
import { send } from '../../api/http.ts';
import { keyOf } from '../../api/session.ts';
import type { Variable } from '../../api/types.ts';
import { link } from '../../app/route.ts';
import { CheckField, SelectField, TextField } from '../../components/field.tsx';
import { count } from '../../components/format.ts';
import {
  type DesignForm,
  type Level,
  levelsOf,
  type MethodForm,
  methods,
  modelBody,
} from './design-request.ts';

interface Props {
  id: string;
  form: DesignForm;
  set: (step: Partial<DesignForm>) => void;
  variables: readonly Variable[];
}

/** Fields of one method; the method says which it reads. */
function MethodFields(props: { form: MethodForm; set: (step: Partial<MethodForm>) => void; label: string }) {
  const { form, set } = props;
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
        hint={info?.about}
      />
      {reads('points') && (
        <TextField
          label="Runs"
          value={form.points}
          onChange={(points) => set({ points })}
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
          inputMode="numeric"
          narrow
        />
      )}
    </div>
  );
}

const Seed = (props: { form: DesignForm; set: Props['set'] }) => (
  <TextField
    label="Seed"
    value={props.form.seed}
    onChange={(seed) => props.set({ seed })}
    placeholder="new each time"
    hint="The same seed gives the same design."
    inputMode="numeric"
    narrow
  />
);

export function InitialForm({ form, set }: Props) {
  return (
    <>
      <MethodFields
        label="Method"
        form={form.initial}
        set={(step) => set({ initial: { ...form.initial, ...step } })}
      />
      <details className="fold">
        <summary>More options</summary>
        <div className="fields">
          <Seed form={form} set={set} />
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

/** Which terms the model has and how many runs that takes. */
function TermsPreview({ id, form }: Props) {
  const body = modelBody(form);
  const key = JSON.stringify(body);
  const info = useResource(keyOf(id, `terms/${key}`), () =>
    send(sessionCall('POST', id, 'optimal-design/info', { body })),
  );
  if (info.error) return <p className="note bad">{info.error.message}</p>;
  if (!info.data) return null;
  return (
    <p className="note">
      {count(info.data.p_columns, 'coefficient')}: at least {info.data.n_points_minimum} runs,{' '}
      {info.data.n_points_recommended} recommended. Terms: {info.data.model_terms.join(', ')}.
    </p>
  );
}

export function OptimalForm(props: Props) {
  const { form, set } = props;
  return (
    <>
      <div className="fields">
        <SelectField
          label="Model to fit"
          value={form.model}
          onChange={(model) => set({ model: model as DesignForm['model'] })}
          options={[
            ['linear', 'Main effects'],
            ['interaction', 'and interactions'],
            ['quadratic', 'and curvature'],
            ['effects', 'Terms of my own'],
          ]}
          hint="The design is made so that these terms come out as sharp as possible."
        />
        {form.model === 'effects' && (
          <TextField
            label="Terms"
            value={form.effects}
            onChange={(effects) => set({ effects })}
            placeholder="a, b, a*b, a**2"
          />
        )}
        <TextField
          label="Runs"
          value={form.runs}
          onChange={(runs) => set({ runs })}
          placeholder="twice the terms"
          inputMode="numeric"
          narrow
        />
        <SelectField
          label="Criterion"
          value={form.criterion}
          onChange={(criterion) => set({ criterion: criterion as DesignForm['criterion'] })}
          options={[
            ['D', 'D: sharp coefficients'],
            ['A', 'A: small mean variance'],
            ['I', 'I: sharp predictions'],
            ['G', 'G: no bad prediction'],
            ['E', 'E: no bad coefficient'],
            ['alias', 'alias: little bias'],
          ]}
        />
      </div>
      <TermsPreview {...props} />
      <details className="fold">
        <summary>More options</summary>
        <div className="fields">
          <SelectField
            label="Search"
            value={form.algorithm}
            onChange={(algorithm) => set({ algorithm: algorithm as DesignForm['algorithm'] })}
            options={[
              ['', 'best'] as const,
              'coordinate_exchange',
              'fedorov',
              'modified_fedorov',
              'detmax',
              'simple_exchange',
              'sequential',
            ]}
            narrow
          />
          <Seed form={form} set={set} />
        </div>
      </details>
    </>
  );
}

const levelWords: Record<Level, string> = {
  very_hard: 'Very hard to change',
  hard: 'Hard to change',
  easy: 'Easy to change',
};

export function SplitPlotForm({ id, form, set, variables }: Props) {
  const levels = levelsOf(variables);
  if (!levels.includes('easy') || levels.length < 2)
    return (
      <p className="note">
        A split-plot design is for variables that cannot be changed at every run, such as an oven's
        temperature. Mark at least one <a href={link(id, 'variables')}>variable</a> as hard to change, and
        leave one easy.
      </p>
    );
  return (
    <>
      {levels.map((level) => (
        <fieldset key={level} className="level">
          <legend>
            {levelWords[level]}:{' '}
            {variables
              .filter((one) => one.role !== 'observed' && (one.changes ?? 'easy') === level)
              .map((one) => one.name)
              .join(', ')}
          </legend>
          <MethodFields
            label="Method"
            form={form.nested[level]}
            set={(step) => set({ nested: { ...form.nested, [level]: { ...form.nested[level], ...step } } })}
          />
          {level !== 'easy' && (
            <div className="fields">
              <TextField
                label="Replicates"
                value={form.replicates[level]}
                onChange={(text) => set({ replicates: { ...form.replicates, [level]: text } })}
                placeholder="1"
                inputMode="numeric"
                narrow
              />
            </div>
          )}
        </fieldset>
      ))}
      <div className="fields">
        <Seed form={form} set={set} />
      </div>
    </>
  );
}
