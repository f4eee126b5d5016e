import { sessionCall } from '../api/call.ts';
import { send } from '../api/http.ts';
import { keyOf, useResource } from '../api/queries.ts';
import { useDetail, useSessionState } from '../api/session.ts';
import type { Goal } from '../api/types.ts';
import { useDraft } from '../components/draft.ts';

export interface Objective {
  readonly name: string;
  readonly label: string;
  readonly unit: string | undefined;
}

/** Objectives of the session with the labels and units given to them. */
export function useObjectives(id: string): Objective[] {
  const detail = useDetail(id);
  const labels = useResource(
    keyOf(id, 'objectives'),
    async (signal) => (await send(sessionCall('GET', id, 'objective-metadata'), signal)).metadata,
  );
  const names = detail.data?.target_columns ?? [];
  return (names.length > 0 ? names : ['Output']).map((name) => ({
    name,
    label: labels.data?.[name]?.label ?? name,
    unit: labels.data?.[name]?.unit ?? undefined,
  }));
}

/** Which way is better, per objective: as last asked of the server, else as chosen in this browser. */
export function useGoals(
  id: string,
  objectives: readonly Objective[],
): [Goal[], (index: number, goal: Goal) => void] {
  const state = useSessionState(id);
  const [chosen, setChosen] = useDraft<Record<string, Goal>>(`goals.${id}`, {});
  const goals = objectives.map(
    (objective, index) =>
      chosen[objective.name] ?? (index === 0 ? state.data?.last_goal : undefined) ?? 'maximize',
  );
  const change = (index: number, goal: Goal): void => {
    const objective = objectives[index];
    if (objective) setChosen((now) => ({ ...now, [objective.name]: goal }));
  };
  return [goals, change];
}
