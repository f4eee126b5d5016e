import { Suspense } from 'react';
import { blockColumn } from '../../../contract/experiments/bookkeeping.ts';
import { controllableOf } from '../../../contract/variables/variable-roles.ts';
import type { Call } from '../../api/call.ts';
import { useLive } from '../../api/live.ts';
import { useConstraints, useDataset, useVariables } from '../../api/session.ts';
import type { Inputs, Variable } from '../../api/types.ts';
import { CopyAs } from '../../components/copy-as.tsx';
import { useDraft, writeDrafts } from '../../components/draft.ts';
import { lazyPart } from '../../components/lazy-part.ts';
import { Bar, Heading, Panel, Status, waiting } from '../../components/page-parts.tsx';
import { useQuery } from '../../components/route.ts';
import { useJob } from '../../components/work.ts';
import { designDraft } from '../../domain/designs/design-draft.ts';
import { NeedsVariables } from '../../domain/guidance/needs-variables.tsx';
import { useRules } from '../../domain/variables/rules.ts';
import { count } from '../../text/format.ts';
import { InitialForm, SplitPlotForm } from './design-forms.tsx';
import { designProblems } from './design-problems.ts';
import {
  aliasesCall,
  type DesignForm,
  designCall,
  type Kind,
  plotRatios,
  standardForm,
} from './design-request.ts';
import { OptimalForm, OptimalSplitPlotForm } from './optimal-forms.tsx';
import type { Made } from './preview.tsx';
import { roundedRuns } from './rounded-runs.ts';

/** Loaded with the first design: it brings the figures along. */
const Preview = lazyPart(() => import('./preview.tsx').then((part) => ({ default: part.Preview })));

const kinds: readonly (readonly [Kind, string])[] = [
  ['initial', 'Initial'],
  ['optimal', 'Optimal'],
  ['split-plot', 'Split-plot'],
  ['optimal-split-plot', 'Optimal split-plot'],
];

const forms = {
  initial: InitialForm,
  optimal: OptimalForm,
  'split-plot': SplitPlotForm,
  'optimal-split-plot': OptimalSplitPlotForm,
};

function KindChoice({ kind, onChange }: { kind: string; onChange: (kind: Kind) => void }) {
  return (
    <fieldset className="segments">
      <legend className="sr">Kind of design</legend>
      {kinds.map(([name, label]) => (
        <button key={name} type="button" aria-pressed={name === kind} onClick={() => onChange(name)}>
          {label}
        </button>
      ))}
    </fieldset>
  );
}

interface DesignProps {
  id: string;
  kind: Kind;
  variables: readonly Variable[];
  /** Variables that a design chooses values for. */
  controllable: readonly Variable[];
}

interface PanelProps extends DesignProps {
  /** The design that was made last. */
  made: Made | null;
}

/** What was typed, as a call; and the recorded rows that it may add to. */
function useDesignForm({ id, kind, variables, controllable }: DesignProps) {
  const [typed, setForm] = useDraft<Partial<DesignForm>>(designDraft(id), standardForm);
  // What was typed into an older version of this page may lack fields.
  const form: DesignForm = { ...standardForm, ...typed };
  const recorded = (useDataset(id).data?.rows ?? []).map(
    (row) =>
      Object.fromEntries([
        ...controllable.map((one) => [one.name, row[one.name]]),
        ...(row[blockColumn] == null ? [] : [[blockColumn, row[blockColumn]]]),
      ]) as Inputs,
  );
  return {
    form,
    set: (step: Partial<DesignForm>): void => setForm((now) => ({ ...now, ...step })),
    problems: designProblems(form, kind, variables),
    nRecorded: recorded.length,
    call: () => designCall(id, kind, form, variables, recorded),
  };
}

type Answer = Omit<Made, 'kind'>;

/** Where the design that was made last is kept. */
const madeDraft = (id: string): string => `designed.${id}`;

/** Why the design that was asked for last cannot be made. */
const refusalDraft = (id: string): string => `design-refusal.${id}`;

/** What was asked for: `nKept` runs, with which the answer begins, are to be kept. */
interface Asked extends Pick<Made, 'kind' | 'ratios' | 'model' | 'exact'> {
  readonly call: Call<Answer>;
  readonly nKept: number;
}

const madeOf = (answer: Answer, { call: _call, nKept, ...asked }: Asked): Made => ({
  ...answer,
  ...asked,
  points: answer.points.slice(nKept),
  ...(nKept > 0 ? { kept: answer.points.slice(0, nKept) } : {}),
});

/** The search for a design, with its aliases where it has some. */
function useDesignSearch(id: string) {
  const [refusal, , forget] = useDraft(refusalDraft(id), '');
  const work = useJob<Answer, Asked>(`design.${id}`, {
    onAnswer: async (answer, asked): Promise<void> => {
      const call = aliasesCall(asked.call, answer.design_info);
      if (call) await work.ask(call, { ...asked, call });
      else writeDrafts([[madeDraft(id), madeOf(answer, asked)]]);
    },
    onRefusal: ({ message }) => writeDrafts([[refusalDraft(id), message]]),
  });
  const search = (asked: Asked): void => {
    forget();
    void work.ask(asked.call, asked);
  };
  return { ...work, refusal, search };
}

/** The form of one kind of design, and the search for it. */
function DesignPanel(props: PanelProps) {
  const { id, kind, variables, controllable, made } = props;
  const { form, set, problems, nRecorded, call } = useDesignForm(props);
  const { busy, search, cancel, refusal } = useDesignSearch(id);
  const live = useLive();
  const make = (): void =>
    search({
      kind,
      call: call() as Call<Answer>,
      nKept: kind === 'optimal' && form.extend ? nRecorded : 0,
      ...(kind === 'optimal-split-plot' ? { ratios: plotRatios(form, variables) } : {}),
      ...(kind === 'optimal' || kind === 'optimal-split-plot'
        ? { model: form.model, exact: form.forbidden.flat().map(({ name }) => name) }
        : {}),
    });
  const Form = forms[kind];
  const wrong = Object.keys(problems).length > 0;
  return (
    <Panel
      className="request"
      changes="write"
      title={`${kinds.find(([name]) => name === kind)?.[1]} design over ${count(controllable.length, 'variable')}`}
      actions={
        <>
          <CopyAs what="Make design" call={call} />
          <button type="button" className="primary" disabled={busy || wrong} onClick={make}>
            Make design
          </button>
        </>
      }
    >
      <Form id={id} form={form} set={set} variables={variables} problems={problems} />
      {refusal !== '' && (
        <p className="note bad" role="alert">
          {refusal}
        </p>
      )}
      {busy && (
        <Bar
          label="Searching for a design"
          fraction={live.progress.find((entry) => entry.fraction !== undefined)?.fraction}
          onCancel={cancel}
        />
      )}
      <Status
        text={made && !busy && refusal === '' ? `Design made: ${count(made.points.length, 'run')}.` : ''}
      />
    </Panel>
  );
}

export function DesignsPage({ id }: { id: string }) {
  const variables = useVariables(id);
  const constraints = useConstraints(id);
  const rules = useRules(id);
  const [kindText, setKind] = useQuery('kind', 'initial');
  const kind = kinds.find(([name]) => name === kindText)?.[0] ?? 'initial';
  const [made, , forget] = useDraft<Made | null>(madeDraft(id), null);
  const missing = waiting(variables, constraints, rules);
  if (missing) return missing;
  const list = variables.data ?? [];
  const controllable = controllableOf(list);
  const limits = [...(constraints.data ?? []), ...(rules.data?.linear ?? [])];
  const shown = made && { ...made, points: roundedRuns(made, list, limits) };
  return (
    <>
      <Heading title="Designs" actions={<KindChoice kind={kind} onChange={setKind} />}>
        A set of runs chosen together, to learn the most from few experiments.
      </Heading>
      {controllable.length === 0 ? (
        <NeedsVariables id={id} what="A design needs" />
      ) : (
        <DesignPanel {...{ id, kind, controllable, made }} variables={list} />
      )}
      {shown && (
        <Suspense fallback={<p className="loading">Loading…</p>}>
          <Preview
            key={JSON.stringify(shown.points[0])}
            id={id}
            made={shown}
            variables={controllable}
            onClear={forget}
          />
        </Suspense>
      )}
    </>
  );
}
