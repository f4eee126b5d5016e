import { isOpen } from '../../../contract/queue/run-status.ts';
import { useLive } from '../../api/live.ts';
import { useDetail, useQueue, useVariables } from '../../api/session.ts';
import { waiting } from '../../components/page-parts.tsx';
import { link } from '../../components/route.ts';
import { ProgressStrip } from '../../domain/models/progress-strip.tsx';
import { useDiscardedDrafts } from '../../domain/queue/discarded-drafts.ts';
import { useFailDialog } from '../../domain/queue/fail-dialog.tsx';
import { useRenamedDrafts } from '../../domain/queue/renamed-drafts.ts';
import { RunCard } from '../../domain/queue/run-card.tsx';
import { runNumbers, useRunsFrom } from '../../domain/queue/staging.ts';
import { StepsName } from '../../domain/queue/steps.tsx';
import { useObjectives } from '../../domain/results/objectives.ts';

/** Staged experiments for a phone at the bench: read the settings, type the result. */
export function BenchPage({ id }: { id: string }) {
  const queue = useQueue(id);
  const variables = useVariables(id);
  useRenamedDrafts(id, variables.data);
  const detail = useDetail(id);
  const objectives = useObjectives(id);
  useDiscardedDrafts(id, queue.data, objectives);
  const live = useLive();
  const [onFail, failDialog] = useFailDialog(id, variables.data ?? []);
  const missing = waiting(queue, variables, detail);
  const open = (queue.data?.items ?? []).filter(isOpen);
  const runsFrom = useRunsFrom(open);
  if (missing || !queue.data) return missing;
  const numbers = runNumbers(queue.data);
  return (
    <>
      <header className="bench-head">
        <a href={link(id, 'queue')}>← Queue</a>
        <h1>{detail.data?.metadata.name}</h1>
        <span className={`pill ${live.state === 'live' ? 'live' : 'warn'}`}>
          <i aria-hidden="true" /> {live.state === 'live' ? 'Live' : 'Offline'}
        </span>
      </header>
      <ProgressStrip id={id} />
      {open.length === 0 && (
        <p className="bench-done">Nothing to run. New experiments appear here automatically.</p>
      )}
      {open.length > 0 && <StepsName id={id} />}
      {open.map((item) => (
        <RunCard
          key={item.id}
          id={id}
          item={item}
          number={numbers.get(item.id) ?? 0}
          runsFrom={runsFrom}
          variables={variables.data ?? []}
          objectives={objectives}
          onFail={onFail}
        />
      ))}
      {failDialog}
    </>
  );
}
