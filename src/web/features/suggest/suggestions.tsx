// biome-ignore-all lint/suspicious/noArrayIndexKey: two suggestions of a batch may be equal
import { useMemo } from 'react';
import { useDataset, useQueue } from '../../api/session.ts';
import type { Goal, Inputs, SuggestResponse, Variable } from '../../api/types.ts';
import { Panel } from '../../components/bits.tsx';
import { download } from '../../components/download.ts';
import { link } from '../../components/route.ts';
import type { Objective } from '../../domain/objectives.ts';
import { isQueued, stageRuns } from '../../domain/staging.ts';
import { toCsv } from '../../text/csv.ts';
import { count, labelled, show, showIn } from '../../text/format.ts';
import { ParallelPlot } from './parallel-plot.tsx';
import { knowledgeWords } from './words.ts';

/** What the server proposed, with the values that were observed when it was asked. */
export type Answer = SuggestResponse & { readonly observed?: Inputs };

interface Props {
  id: string;
  answer: Answer;
  variables: readonly Variable[];
  objectives: readonly Objective[];
  /** Of the first objective. */
  goal: Goal;
  outdated: boolean;
  onClear: () => void;
}

/** The proposed runs: settings, what the model expects of them, and one click to stage. */
export function Suggestions({ id, answer, variables, objectives, goal, outdated, onClear }: Props) {
  const shown = useMemo(
    () => variables.filter((variable) => answer.suggestions.some((one) => variable.name in one)),
    [variables, answer],
  );
  const seen = variables.filter((variable) => answer.observed?.[variable.name] !== undefined);
  const names = shown.map((variable) => variable.name);
  const queue = useQueue(id).data?.items ?? [];
  const staged = new Set(
    answer.suggestions.flatMap((inputs, i) => (isQueued(queue, names, inputs) ? [i] : [])),
  );
  const put = (numbers: readonly number[]): Promise<boolean> =>
    stageRuns(
      id,
      numbers.map((i) => ({ inputs: answer.suggestions[i] as Inputs, reason: answer.strategy })),
    );
  const open = answer.suggestions.map((_, i) => i).filter((i) => !staged.has(i));
  const rows = useDataset(id).data?.rows ?? [];
  const first = objectives[0]?.name ?? '';
  const expected = useMemo(
    () => answer.suggestions.map((_, i) => answer.diagnostics[i]?.mean?.[first] ?? undefined),
    [answer, first],
  );
  const save = (): void =>
    download(
      'suggestions.csv',
      toCsv(
        shown.map((variable) => variable.name),
        answer.suggestions,
      ),
      'text/csv',
    );
  return (
    <Panel
      title={count(answer.suggestions.length, 'suggestion')}
      actions={
        <>
          <button type="button" className="plain" onClick={save}>
            CSV
          </button>
          <button type="button" className="plain" onClick={onClear}>
            Clear
          </button>
          {open.length > 0 ? (
            <button type="button" className="primary" onClick={() => void put(open)}>
              Stage {open.length === 1 ? 'it' : `all ${open.length}`}
            </button>
          ) : (
            <a className="button primary" href={link(id, 'queue')}>
              Go to the queue
            </a>
          )}
        </>
      }
    >
      {outdated && (
        <p className="note warn">
          Results were recorded after these suggestions were made; ask again for fresh ones.
        </p>
      )}
      {seen.length > 0 && (
        <p className="note">
          Chosen for{' '}
          {seen
            .map((one) => `${one.name} ${show(answer.observed?.[one.name])} ${one.unit ?? ''}`.trim())
            .join(', ')}
          , as observed.
        </p>
      )}
      <div className="table-scroll">
        <table className="table cards">
          <thead>
            <tr>
              {shown.map((variable) => (
                <th key={variable.name} className="number">
                  {variable.name}
                  {variable.unit && <small>{variable.unit}</small>}
                </th>
              ))}
              {objectives.map((objective) => (
                <th key={objective.name} className="number">
                  {objective.label} expected
                  {objective.unit && <small>{objective.unit}</small>}
                </th>
              ))}
              {answer.cost && (
                <th className="number">
                  Cost
                  {answer.cost.units && <small>{answer.cost.units}</small>}
                </th>
              )}
              <th>Why here</th>
              <th>
                <span className="sr">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {answer.suggestions.map((inputs, i) => {
              const why = answer.diagnostics[i];
              return (
                <tr key={`${i}/${JSON.stringify(inputs)}`}>
                  {shown.map((variable) => (
                    <td
                      key={variable.name}
                      className="number"
                      data-label={labelled(variable.name, variable.unit)}
                    >
                      {show(inputs[variable.name], 5)}
                      {why?.held.includes(variable.name) && <small> held</small>}
                    </td>
                  ))}
                  {objectives.map((objective) => (
                    <td
                      key={objective.name}
                      className="number"
                      data-label={labelled(`${objective.label} expected`, objective.unit)}
                    >
                      <span>
                        <b>{show(why?.mean?.[objective.name])}</b> ± {show(why?.std?.[objective.name], 2)}
                      </span>
                    </td>
                  ))}
                  {answer.cost && (
                    <td className="number" data-label="Cost">
                      {show(answer.cost.costs[i])}
                    </td>
                  )}
                  <td className="why">
                    {knowledgeWords(why?.knowledge_ratio)}
                    {why?.warnings.map((warning) => (
                      <p key={warning} className="note warn">
                        {warning}
                      </p>
                    ))}
                  </td>
                  <td className="actions">
                    {staged.has(i) ? (
                      <span className="badge">Staged</span>
                    ) : (
                      <button type="button" onClick={() => void put([i])}>
                        Stage
                      </button>
                    )}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {objectives[0] && (
        <ParallelPlot
          variables={shown}
          objective={objectives[0]}
          goal={goal}
          rows={rows}
          suggestions={answer.suggestions as Inputs[]}
          expected={expected}
        />
      )}
      {answer.cost?.stop && (
        <p className="note warn">
          No run is expected to gain more than it costs. This may be the time to stop.
        </p>
      )}
      {answer.cost && (
        <p className="hint">
          Together {showIn(answer.cost.total, answer.cost.units)}
          {answer.cost.remaining !== null &&
            `; ${showIn(answer.cost.remaining, answer.cost.units)} of the budget remain after them`}
          . Run them in this order: it pays the least for changes.
        </p>
      )}
      <p className="hint">
        {answer.strategy}, iteration {answer.iteration}, seed {answer.seed}. ± is one standard deviation of
        the mean curve, without the scatter of a single measurement.{' '}
        <a href={link(id, 'model', { plot: 'contour' })}>See them on the contour plot</a>
      </p>
    </Panel>
  );
}
