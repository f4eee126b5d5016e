import { controllableOf } from '../../contract/variable-roles.ts';
import { sessionCall } from '../api/call.ts';
import { send } from '../api/http.ts';
import { keyOf, useAnswer, useResource } from '../api/queries.ts';
import { useVariables } from '../api/session.ts';
import type { Inputs, Row } from '../api/types.ts';
import type { Along } from './trace-plot.tsx';

export const useCostModel = (id: string) =>
  useAnswer(keyOf(id, 'cost-model'), sessionCall('GET', id, 'cost-model'));

const most = 10_000;

/** What the experiments cost up to each one; undefined without a cost model. */
export function useCostAxis(id: string, rows: readonly Row[]): Along | undefined {
  const model = useCostModel(id);
  const variables = useVariables(id);
  const names = controllableOf(variables.data ?? []).map((variable) => variable.name);
  const wanted = model.data?.cost_model && rows.length > 0 && rows.length <= most && names.length > 0;
  const answer = useResource(wanted ? keyOf(id, 'cost-model', 'axis', rows.length) : null, () => {
    const inputs = rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])) as Inputs);
    return send(sessionCall('POST', id, 'cost-model/evaluate', { body: { inputs, start: null } }));
  });
  if (!answer.data || answer.data.runs.length !== rows.length) return undefined;
  let sum = 0;
  return {
    label: 'Cost so far',
    unit: answer.data.units ?? undefined,
    values: answer.data.runs.map((run, i) => {
      if (i >= (model.data?.summary?.uncharged ?? 0)) sum += run.total;
      return sum;
    }),
  };
}
