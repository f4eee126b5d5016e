import { useLive } from '../../api/live.ts';
import { useModel } from '../../api/session.ts';
import { Bar } from '../../components/page-parts.tsx';
import { PermissionFieldset } from '../../components/permission-fieldset.tsx';
import { forgetProblem, trainInBackground, useBackgroundTraining } from './background-training.ts';

/** Says that the model does not know the latest results, and why. */
function Problem({ id, problem }: { id: string; problem: string }) {
  return (
    <div className="note warn" role="status">
      The results are recorded. The model could not be trained on them: {problem}
      <div className="row">
        <PermissionFieldset>
          <button type="button" onClick={() => void trainInBackground(id)}>
            Train again
          </button>
        </PermissionFieldset>
        <button type="button" className="plain" onClick={() => forgetProblem(id)}>
          Dismiss
        </button>
      </div>
    </div>
  );
}

/** Work under way that was started elsewhere, or here before the page was left; and the training behind the page. */
export function ProgressStrip({ id }: { id: string }) {
  const live = useLive();
  const learning = useBackgroundTraining(id);
  const model = useModel(id).data;
  const isFailed = learning?.state === 'failed' && (model?.trained_at ?? null) === learning.before;
  const isQuiet = live.progress.length === 0 && learning?.state === 'training';
  if (live.progress.length === 0 && !isQuiet && !isFailed) return null;
  return (
    <>
      <div className="progress-strip">
        {live.progress.map((entry) => (
          <Bar key={entry.job} label={entry.label} fraction={entry.fraction} />
        ))}
        {isQuiet && <Bar label="Training the model" fraction={undefined} />}
      </div>
      {isFailed && <Problem id={id} problem={learning.problem} />}
    </>
  );
}
