import { useState } from 'react';
import { asRequest, calls, change } from '../../api/actions.ts';
import { sessionCall } from '../../api/call.ts';
import { send } from '../../api/http.ts';
import { invalidate, keyOf } from '../../api/queries.ts';
import type { Candidates, Import, Variable, VariableRequest } from '../../api/types.ts';
import { go, link } from '../../components/route.ts';
import { notifyStep } from '../../components/toasts.tsx';
import { count } from '../../text/format.ts';
import { isGuessedResult, mayBeList, variablesOfList } from './import-list.ts';

interface Props {
  id: string;
  file: File;
  state: Import;
  variables: readonly Variable[];
  onDone: () => void;
}

/** Makes the variables, then the list of them; without the list there are no new variables either. */
async function makeList({ id, file, state, variables }: Props): Promise<void> {
  const { constraints } = await send(sessionCall('GET', id, 'constraints'));
  const before = variables.map(asRequest);
  const added = variablesOfList(state);
  const load = (space: readonly VariableRequest[]) => change(id, calls.loadSpace(id, space, constraints), []);
  if (added.length > 0) await load([...before, ...added]);
  const undo = async (): Promise<void> => {
    if (added.length > 0) await load(before);
    invalidate(keyOf(id));
  };
  let list: Candidates;
  try {
    list = await change<Candidates>(id, calls.uploadCandidates(id, file), []);
  } catch (error) {
    await undo();
    throw error;
  }
  invalidate(keyOf(id));
  const more = added.length > 0 ? ` ${count(added.length, 'variable')} added.` : '';
  const said = `The candidate list holds ${count(list.total, 'run')} of ${file.name}.${more}`;
  // The list is opened, and says what was remarked on its file.
  notifyStep(id, said, async () => {
    await change(id, calls.deleteCandidates(id), []);
    await undo();
  });
  go(link(id, 'variables'));
}

/** Offers to make the rows the candidate list, where the file seems to have no results. */
export function ListOffer(props: Props) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const guessed = props.state.columns.find(isGuessedResult);
  const run = async (): Promise<void> => {
    setBusy(true);
    setProblem(undefined);
    try {
      await makeList(props);
      props.onDone();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  if (!mayBeList(props.state)) return null;
  return (
    <div className="note">
      <p>
        No column name says that it holds results
        {guessed && `; '${guessed.name}' is taken as the result, because it is the last column of numbers`}.
        If these runs are still to be made, you can use them as the candidate list.
      </p>
      {problem !== undefined && <p role="alert">{problem}</p>}
      <button type="button" disabled={busy} onClick={() => void run()}>
        Use as candidate list
      </button>
    </div>
  );
}
