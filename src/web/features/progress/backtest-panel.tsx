import { calls } from '../../api/actions.ts';
import { useLive } from '../../api/live.ts';
import type { Backtest } from '../../api/types.ts';
import { CopyAs } from '../../components/copy-as.tsx';
import { useDraft, writeDrafts } from '../../components/draft.ts';
import { SelectField, TextField } from '../../components/field.tsx';
import { NumberField } from '../../components/number-field.tsx';
import { Bar, Panel } from '../../components/page-parts.tsx';
import { useJob } from '../../components/work.ts';
import { type Objective, useDeclared } from '../../domain/results/objectives.ts';
import type { Direction } from '../../domain/results/trace.ts';
import { count } from '../../text/format.ts';
import { backtestRequest, batchSizesOf, type Form, standard } from './backtest.ts';
import { BacktestResult } from './backtest-result.tsx';

interface Props {
  id: string;
  nRows: number;
  objectives: readonly Objective[];
  goals: readonly Direction[];
}

/** Rows that a backtest needs. */
const least = 10;

function Fields({ form, set }: { form: Form; set: (step: Partial<Form>) => void }) {
  return (
    <div className="row filters">
      <SelectField
        label="Results"
        value={form.mode}
        onChange={(mode) => set({ mode: mode as Form['mode'] })}
        options={[
          ['replay', 'recorded runs only'],
          ['simulate', 'drawn from the model'],
        ]}
        narrow
      />
      <TextField
        label="Batch sizes"
        value={form.batchSizes}
        onChange={(batchSizes) => set({ batchSizes })}
        error={batchSizesOf(form.batchSizes) ? undefined : 'up to five whole numbers, 1 to 100'}
        narrow
      />
      <NumberField label="Runs" value={form.runs} least={4} onChange={(runs) => set({ runs })} />
      <NumberField label="Repeats" value={form.repeats} least={2} onChange={(repeats) => set({ repeats })} />
    </div>
  );
}

/** An answer with the number of experiments that it was made with. */
interface Kept {
  readonly answer: Backtest;
  readonly nRows: number;
}

/** Asks the server, and keeps its answer across pages. */
function useBacktest({ id, nRows }: Props, call: () => ReturnType<typeof calls.backtest>) {
  const place = `backtested.${id}`;
  const [kept] = useDraft<Kept | null>(place, null);
  const { ask, ...work } = useJob<Backtest, { nRows: number }>(`backtest.${id}`, {
    onAnswer: (answer, asked) => writeDrafts<Kept>([[place, { answer, ...asked }]]),
  });
  return { ...work, kept, ask: () => void ask(call(), { nRows }) };
}

/** How many runs a campaign like this one needs, by how they are chosen. */
export function BacktestPanel(props: Props) {
  const { id, nRows, objectives, goals } = props;
  const [form, setForm] = useDraft<Form>(`backtest.${id}`, standard);
  const declared = useDeclared(id).data;
  const live = useLive();
  const [goal] = goals;
  const joined = objectives.length > 1 && declared?.join === 'desirability';
  const named = joined || !objectives[0]?.declared;
  const call = () =>
    calls.backtest(id, backtestRequest(form, named && typeof goal === 'string' ? goal : undefined));
  const { kept, busy, ask, cancel } = useBacktest(props, call);
  const [objective] = objectives;
  if (nRows < least || objective === undefined) return null;
  return (
    <Panel
      title="How many runs are needed?"
      actions={
        <>
          <CopyAs what="Backtest" call={call} />
          <button type="button" disabled={busy || !batchSizesOf(form.batchSizes)} onClick={ask}>
            Compare
          </button>
        </>
      }
    >
      <p className="hint">
        Replays this campaign with Athanor, with a spread design and in random order, and counts the runs
        until a result close to the best is found.
      </p>
      <Fields form={form} set={(step) => setForm((now) => ({ ...now, ...step }))} />
      {busy && (
        <Bar
          label="Repeating the campaign"
          fraction={live.progress.find((entry) => entry.fraction !== undefined)?.fraction}
          onCancel={cancel}
        />
      )}
      {kept && kept.nRows !== nRows && (
        <p className="note">
          Made with {count(kept.nRows, 'experiment')}; {nRows} are recorded now.
        </p>
      )}
      {kept && <BacktestResult answer={kept.answer} objective={objective} goals={goals} />}
    </Panel>
  );
}
