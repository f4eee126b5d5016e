import { useId, useState } from 'react';
import { isObserved } from '../../../contract/variables/variable-roles.ts';
import { calls } from '../../api/actions.ts';
import { useLive } from '../../api/live.ts';
import { invalidate, keyOf } from '../../api/queries.ts';
import { useDataset, useDetail, useModel, useVariables } from '../../api/session.ts';
import type { Model, SuggestResponse, Variable } from '../../api/types.ts';
import { CopyAs } from '../../components/copy-as.tsx';
import { useDraft, writeDrafts } from '../../components/draft.ts';
import { Form as InputForm } from '../../components/form.tsx';
import { Bar, Heading, Panel, Status, waiting } from '../../components/page-parts.tsx';
import { link } from '../../components/route.ts';
import { useJob } from '../../components/work.ts';
import { useCostModel } from '../../domain/figures/cost-axis.ts';
import { NeedsVariables } from '../../domain/guidance/needs-variables.tsx';
import { ModelBehind } from '../../domain/models/model-behind.tsx';
import { GoalLine } from '../../domain/results/goal-line.tsx';
import { useGoals, useObjectives } from '../../domain/results/objectives.ts';
import { listWords, useCandidates } from '../../domain/variables/candidates.ts';
import { count } from '../../text/format.ts';
import { FormFields } from './suggest-fields.tsx';
import { errorWords, type Form, readForm, standard, valuesOf } from './suggest-form.ts';
import { isAutomatic, strategiesFor } from './suggestion-words.ts';
import { type Answer, Suggestions } from './suggestions.tsx';

interface AskProps {
  id: string;
  model: Model;
  variables: readonly Variable[];
}

/** What was typed, the call that it makes, and the observed variables that lack their value. */
function useSuggestForm({ id, model, variables }: AskProps, nObjectives: number) {
  const [form, setForm] = useDraft<Form>(`suggest.${id}`, standard);
  const rows = useDataset(id).data?.rows ?? [];
  const offered = strategiesFor(model, nObjectives);
  const strategy = offered.find((entry) => entry.name === form.strategy) ?? offered[0];
  const list = useCandidates(id).data;
  const left = list?.repeats === false && strategy.name === 'auto' ? list.left : undefined;
  const { request, errors } = readForm(form, strategy, variables, left);
  // The automatic strategy takes the last recorded value; the others need one.
  const unknown = variables.filter(
    (variable) =>
      isObserved(variable) &&
      (form.observed[variable.name] ?? '').trim() === '' &&
      !(strategy.name === 'auto' && rows.some((row) => row[variable.name] != null)),
  );
  return {
    form,
    set: (step: Partial<Form>): void => setForm((now) => ({ ...now, ...step })),
    offered,
    strategy,
    errors,
    unknown,
    call: () => calls.suggest(id, request),
  };
}

/** That suggestions come from a list, where the campaign has one. */
function CandidateLine({ id, strategy }: { id: string; strategy: string }) {
  const list = useCandidates(id).data;
  if (!list) return null;
  if (strategy !== 'auto')
    return (
      <p className="note warn">
        This strategy does not keep to the <a href={link(id, 'variables')}>candidate list</a> of this
        campaign. The automatic strategy does.
      </p>
    );
  return (
    <p className="goal-line">
      The automatic strategy chooses from the <a href={link(id, 'variables')}>candidate list</a> of this
      campaign, which holds {listWords(list)}.
    </p>
  );
}

/** The search for suggestions, whose answer goes into the draft `place`. */
const useSearch = (id: string, place: string) =>
  useJob<SuggestResponse, Pick<Answer, 'observed'>>(`suggest.${id}`, {
    onAnswer: (answer, asked) => {
      for (const name of ['state', 'audit']) invalidate(keyOf(id, name));
      writeDrafts<Answer>([[place, { ...answer, ...asked }]]);
    },
  });

/** The form of a search for suggestions. */
function AskPanel(props: AskProps & { work: ReturnType<typeof useSearch> }) {
  const { id, variables } = props;
  const objectives = useObjectives(id);
  const goals = useGoals(id, objectives);
  const costs = useCostModel(id);
  const { strategy, errors, unknown, call, ...fields } = useSuggestForm(props, objectives.length);
  const { busy, ask: start, cancel } = props.work;
  const [tried, setTried] = useState(false);
  const live = useLive();
  const formId = useId();
  const problems = errorWords(errors);
  const ask = async (): Promise<void> => {
    setTried(true);
    if (unknown.length > 0 || problems.length > 0) return;
    await start(call(), { observed: valuesOf(fields.form.observed, variables) });
  };
  return (
    <Panel
      className="request"
      changes="write"
      title="Strategy"
      actions={
        <>
          <CopyAs what="Suggest" call={call} />
          <button type="submit" form={formId} className="primary" disabled={busy}>
            Suggest experiments
          </button>
        </>
      }
    >
      <GoalLine id={id} objectives={objectives} goals={goals} />
      <CandidateLine id={id} strategy={strategy.name} />
      {!isAutomatic(strategy.name) && <ModelBehind id={id} elsewhere />}
      <InputForm id={formId} onSubmit={ask}>
        <FormFields
          {...fields}
          {...{ strategy, errors, variables }}
          unknown={tried ? unknown : []}
          hasCosts={costs.data?.cost_model !== null && costs.data !== undefined}
        />
      </InputForm>
      {tried && problems.length > 0 && (
        <p className="note bad" role="alert">
          {problems.join(' ')}
        </p>
      )}
      {busy && (
        <Bar
          label="Searching for the best next runs"
          fraction={live.progress.find((entry) => entry.fraction !== undefined)?.fraction}
          onCancel={cancel}
        />
      )}
    </Panel>
  );
}

function Asking(props: AskProps) {
  const { id, variables } = props;
  const objectives = useObjectives(id);
  const detail = useDetail(id);
  const goals = useGoals(id, objectives);
  const place = `suggested.${id}`;
  const [answer, , forget] = useDraft<Answer | null>(place, null);
  const work = useSearch(id, place);
  const outdated =
    answer !== null && detail.data !== undefined && detail.data.data_revision !== answer.data_revision;
  return (
    <>
      <AskPanel {...props} work={work} />
      <Status text={answer && !work.busy ? `Suggested: ${count(answer.suggestions.length, 'run')}.` : ''} />
      {answer && !(outdated && work.busy) && (
        <Suggestions
          id={id}
          answer={answer}
          isTrained={props.model.trained}
          variables={variables}
          objectives={objectives}
          goals={goals}
          outdated={outdated}
          onClear={forget}
        />
      )}
    </>
  );
}

export function SuggestPage({ id }: { id: string }) {
  const model = useModel(id);
  const variables = useVariables(id);
  const missing = waiting(model, variables);
  if (missing || !model.data) return missing;
  return (
    <>
      <Heading title="Suggest">The model proposes the runs that should help most, and says why.</Heading>
      {(variables.data ?? []).length > 0 ? (
        <Asking id={id} model={model.data} variables={variables.data ?? []} />
      ) : (
        <NeedsVariables id={id} what="Suggestions need" />
      )}
    </>
  );
}
