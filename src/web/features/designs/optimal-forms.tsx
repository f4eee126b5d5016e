import type { ChangeLevel } from '../../../contract/families.ts';
import { sessionCall } from '../../api/call.ts';
import { keyOf, useAnswer } from '../../api/queries.ts';
import { useDataset } from '../../api/session.ts';
import { useDebounced } from '../../components/draft.ts';
import { CheckField, ChipsField, SelectField, TextField } from '../../components/field.tsx';
import { link } from '../../components/route.ts';
import { useAssistantOn } from '../../domain/assistant.ts';
import { count } from '../../text/format.ts';
import { writeNumber } from '../../text/numbers.ts';
import { type FormProps, levelWords, NoPlots, namesAt, Seed, Shuffled } from './design-forms.tsx';
import { numeric } from './design-methods.ts';
import { type DesignForm, levelsOf, modelBody, plotLevels, plotRuns } from './design-request.ts';
import { ForbiddenFields } from './forbidden-fields.tsx';

/** Which terms the model has, typed or by name. */
function ModelFields({ id, form, set, problems }: FormProps) {
  const assistant = useAssistantOn();
  return (
    <>
      <SelectField
        label="Model to fit"
        value={form.model}
        onChange={(model) => set({ model: model as DesignForm['model'] })}
        options={[
          ['linear', 'Main effects'],
          ['interaction', 'Main effects + interactions'],
          ['quadratic', 'Full quadratic, with curvature'],
          ['effects', 'Terms of my own'],
        ]}
        hint="The design estimates these terms as precisely as possible."
      />
      {form.model === 'effects' && (
        <ChipsField
          label="Terms"
          values={form.effects}
          onChange={(effects) => set({ effects })}
          placeholder="a*b or a**2, then Enter"
          error={problems['effects']}
          hint={
            assistant ? (
              <>
                Not sure which terms matter? <a href={link(id, 'assistant')}>Ask the assistant</a>.
              </>
            ) : (
              'Press Enter after each term.'
            )
          }
        />
      )}
    </>
  );
}

/** Which terms the model has and how many runs that takes; each block beyond the first takes one more. */
function TermsPreview({
  id,
  form,
  runs,
  blocks = 1,
}: FormProps & { runs: number | undefined; blocks?: number }) {
  const settled = useDebounced(form.effects);
  const body = modelBody({ ...form, effects: settled });
  const typed = body.model_type !== undefined || (body.effects?.length ?? 0) > 0;
  const key = JSON.stringify(body);
  const info = useAnswer(
    typed ? keyOf(id, 'terms', key) : null,
    sessionCall('POST', id, 'optimal-design/info', { body }),
  );
  if (info.error) return <p className="note bad">{info.error.message}</p>;
  if (!info.data) return null;
  const { p_columns: columns, n_points_recommended: good } = info.data;
  const least = info.data.n_points_minimum + blocks - 1;
  const few = runs !== undefined && runs < least;
  return (
    <p className={few ? 'note bad' : 'note'}>
      {few && `${count(runs, 'run')} cannot estimate this model. `}
      {count(columns, 'coefficient')}
      {blocks > 1 && ` and ${count(blocks, 'block')}`}: at least {least} runs, {Math.max(good, least)}{' '}
      recommended. Terms: {info.data.model_terms.join(', ')}.
    </p>
  );
}

/** Settings of the search that both kinds of optimal design have. */
function SearchFields({ form, set, problems }: FormProps) {
  return (
    <>
      <div className="fields">
        <TextField
          label="Effort"
          value={form.effort}
          onChange={(effort) => set({ effort })}
          placeholder="1"
          hint={`2: search twice as long. ${writeNumber(0.1)}: a tenth as long.`}
          inputMode="decimal"
          error={problems['effort']}
          narrow
        />
        <TextField
          label="Values on the lattice"
          value={form.lattice}
          onChange={(lattice) => set({ lattice })}
          placeholder="default"
          hint="Per real variable, at the start of the search."
          inputMode="numeric"
          error={problems['lattice']}
          narrow
        />
        <Seed form={form} set={set} problems={problems} />
      </div>
      <CheckField
        label="Let real variables take values between lattice points if that improves the design"
        checked={form.continuous}
        onChange={(continuous) => set({ continuous })}
      />
    </>
  );
}

function ForbiddenFold({ form, set, variables, problems }: FormProps) {
  const n = form.forbidden.length;
  return (
    <details className="fold" open={n > 0}>
      <summary>Forbidden combinations{n > 0 ? ` (${n})` : ''}</summary>
      <p className="hint">Settings that no run may combine. Use constraints for limits on sums.</p>
      <ForbiddenFields
        combinations={form.forbidden}
        set={(forbidden) => set({ forbidden })}
        variables={variables}
        problems={problems}
      />
    </details>
  );
}

const criteria = {
  D: 'D: precise coefficients',
  A: 'A: small average variance of the coefficients',
  I: 'I: small average variance of predictions',
  G: 'G: small maximum variance of predictions',
  E: 'E: no poorly estimated combination of coefficients',
  alias: 'alias: little bias',
} as const;

/** What the design is made good for. */
function CriterionFields({ form, set, problems }: FormProps) {
  return (
    <>
      <SelectField
        label="Criterion"
        value={form.criterion}
        onChange={(criterion) => set({ criterion: criterion as DesignForm['criterion'] })}
        options={Object.entries(criteria)}
        error={problems['criterion']}
      />
      {form.criterion === 'I' && (
        <SelectField
          label="Averaged over"
          value={form.moments}
          onChange={(moments) => set({ moments: moments as DesignForm['moments'] })}
          options={[
            ['region', 'the whole region'],
            ['grid', 'the lattice'],
          ]}
          narrow
        />
      )}
    </>
  );
}

const algorithms = [
  ['coordinate_exchange', 'coordinate exchange'],
  ['fedorov', 'Fedorov'],
  ['modified_fedorov', 'modified Fedorov'],
  ['detmax', 'DETMAX'],
  ['simple_exchange', 'simple exchange'],
  ['sequential', 'sequential'],
] as const;

export function OptimalForm(props: FormProps) {
  const { id, form, set, problems } = props;
  const recorded = useDataset(id).data?.rows.length ?? 0;
  const runs = numeric(form.runs);
  const blocks = form.extend ? undefined : numeric(form.blocks);
  return (
    <>
      <div className="fields">
        <ModelFields {...props} />
        <TextField
          label={form.extend ? 'New runs' : 'Runs'}
          value={form.runs}
          onChange={(text) => set({ runs: text })}
          placeholder={form.extend || form.blocks !== '' ? '' : 'twice the terms'}
          inputMode="numeric"
          error={problems['runs']}
          narrow
        />
        <TextField
          label={form.extend ? 'New blocks' : 'Blocks'}
          value={form.blocks}
          onChange={(text) => set({ blocks: text })}
          placeholder="none"
          inputMode="numeric"
          error={problems['blocks']}
          narrow
        />
        <CriterionFields {...props} />
      </div>
      {recorded > 0 && (
        <CheckField
          label={`Add to the ${count(recorded, 'experiment')} recorded so far`}
          checked={form.extend}
          onChange={(extend) => set({ extend })}
        />
      )}
      <TermsPreview {...props} runs={form.extend ? undefined : runs} {...(blocks && { blocks })} />
      <ForbiddenFold {...props} />
      <details className="fold" open={problems['algorithm'] !== undefined || undefined}>
        <summary>More options</summary>
        <div className="fields">
          <SelectField
            label="Search"
            value={form.algorithm}
            onChange={(algorithm) => set({ algorithm: algorithm as DesignForm['algorithm'] })}
            options={algorithms}
            error={problems['algorithm']}
            narrow
          />
        </div>
        <SearchFields {...props} />
        <Shuffled {...props} />
      </details>
    </>
  );
}

const unitWords: Record<ChangeLevel, string> = { very_hard: 'Whole plots', hard: 'Plots', easy: 'Runs' };

/** How many plots or runs there are at one level, and how much they vary. */
function LevelFields(props: FormProps & { level: ChangeLevel; isOutermost: boolean }) {
  const { form, set, variables, problems, level, isOutermost } = props;
  return (
    <fieldset className="level">
      <legend>
        {levelWords[level]}: {namesAt(variables, level) || 'none, so the runs of a plot are replicates'}
      </legend>
      <div className="fields">
        <TextField
          label={isOutermost ? unitWords[level] : `${unitWords[level]} in each plot`}
          value={form.units[level]}
          onChange={(text) => set({ units: { ...form.units, [level]: text } })}
          hint={isOutermost ? 'Number of times it is set.' : undefined}
          inputMode="numeric"
          error={problems[`units.${level}`]}
          narrow
        />
        {level !== 'easy' && (
          <TextField
            label="Variance ratio"
            value={form.ratios[level]}
            onChange={(text) => set({ ratios: { ...form.ratios, [level]: text } })}
            placeholder="1"
            hint="Variance between plots over variance between runs."
            inputMode="decimal"
            error={problems[`ratios.${level}`]}
            narrow
          />
        )}
      </div>
    </fieldset>
  );
}

/** A split-plot design whose plots and runs are chosen together for a model. */
export function OptimalSplitPlotForm(props: FormProps) {
  const { id, form, set, variables } = props;
  const levels = plotLevels(variables);
  if (levelsOf(variables).every((level) => level === 'easy')) return <NoPlots id={id} />;
  const runs = plotRuns(form, variables);
  return (
    <>
      <div className="fields">
        <ModelFields {...props} />
        <SelectField
          label="Criterion"
          value={form.plotCriterion}
          onChange={(criterion) => set({ plotCriterion: criterion as DesignForm['plotCriterion'] })}
          options={(['D', 'A', 'I'] as const).map((name) => [name, criteria[name]] as const)}
        />
      </div>
      {levels.map((level, index) => (
        <LevelFields key={level} {...props} level={level} isOutermost={index === 0} />
      ))}
      {runs !== undefined && (
        <p className={runs > 5000 ? 'note bad' : 'note'}>
          {levels.map((level) => form.units[level]).join(' × ')} = {count(runs, 'run')} in all.
          {runs > 5000 && ' At most 5000 can be planned.'}
        </p>
      )}
      <TermsPreview {...props} runs={runs} />
      <ForbiddenFold {...props} />
      <details className="fold">
        <summary>More options</summary>
        <SearchFields {...props} />
      </details>
    </>
  );
}
