import { useState } from 'react';
import { calls } from '../../api/actions.ts';
import { send } from '../../api/http.ts';
import { useModel, useVariables } from '../../api/session.ts';
import type { Inputs } from '../../api/types.ts';
import { CopyAs } from '../../components/copy-as.tsx';
import { Panel } from '../../components/page-parts.tsx';
import { PermissionFieldset } from '../../components/permission-fieldset.tsx';
import { useWork } from '../../components/work.ts';
import { ModelBehind } from '../../domain/models/model-behind.tsx';
import { settingsOf, stageRuns } from '../../domain/queue/staging.ts';
import { estimateOf, useObjectives } from '../../domain/results/objectives.ts';
import { showEstimate, showSetting } from '../../text/format.ts';

interface Optimum {
  optimum: Inputs;
  predicted_value: number;
  predicted_std: number | null;
  success_probability?: number;
}

const successWords = ({ success_probability: chance }: Optimum): string =>
  chance === undefined
    ? ''
    : ` A run there gives a result with a probability of ${Math.round(100 * chance)} %.`;

/** Where the model expects the best value, measured or not. */
export function OptimumPanel(props: { id: string }) {
  const { id } = props;
  const model = useModel(id);
  const variables = useVariables(id).data ?? [];
  const objectives = useObjectives(id);
  const objective = objectives.length === 1 ? objectives[0] : undefined;
  const estimate = (one: Optimum) =>
    objective
      ? estimateOf(objective, one.predicted_value, one.predicted_std)
      : showEstimate(one.predicted_value, one.predicted_std);
  const unitOf = (name: string) => variables.find((one) => one.name === name)?.unit;
  const [found, setFound] = useState<Optimum | undefined>();
  const { busy, start } = useWork();
  if (!model.data?.trained) return null;
  const call = () => calls.findOptimum(id);
  const find = async (): Promise<void> => {
    setFound(await start((signal) => send(call(), signal)));
  };
  const stageIt = async (): Promise<void> => {
    if (!found) return;
    const inputs = settingsOf(variables, found.optimum);
    await stageRuns(id, [{ inputs, reason: 'Predicted optimum' }]);
  };
  return (
    <Panel
      title="Predicted optimum"
      actions={
        <>
          <CopyAs what="Find optimum" call={call} />
          <button type="button" disabled={busy} onClick={() => void find()}>
            {busy ? 'Searching…' : 'Find it'}
          </button>
        </>
      }
    >
      <ModelBehind id={id} elsewhere />
      {found ? (
        <div className="row">
          <p>
            <b>{estimate(found)}</b> at{' '}
            {Object.entries(found.optimum)
              .map(([name, value]) => `${name} ${showSetting(value, unitOf(name))}`)
              .join(', ')}
            . ± is one standard deviation of the mean curve.
            {successWords(found)}
          </p>
          <PermissionFieldset>
            <button type="button" onClick={() => void stageIt()}>
              Stage
            </button>
          </PermissionFieldset>
        </div>
      ) : (
        <p className="hint">
          The point where the predicted mean is best. It may lie far from all measured runs.
        </p>
      )}
    </Panel>
  );
}
