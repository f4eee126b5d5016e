import { sessionCall } from '../../api/call.ts';
import { keyOf, useAnswer } from '../../api/queries.ts';
import type { Row } from '../../api/types.ts';
import type { Along } from './trace-plot.tsx';

export const useCostModel = (id: string) =>
  useAnswer(keyOf(id, 'cost-model'), sessionCall('GET', id, 'cost-model'));

/** What the experiments cost up to each one; undefined without a cost model. */
export function useCostAxis(id: string, rows: readonly Row[]): Along | undefined {
  const { data } = useAnswer(
    keyOf(id, 'cost-model', 'per-experiment'),
    sessionCall('GET', id, 'cost-model', { query: { per_experiment: true } }),
  );
  // Rows and costs are two answers: a run that was just recorded may be in one of them only.
  if (data?.costs === undefined || data.costs.length !== rows.length || rows.length === 0) return undefined;
  let sum = 0;
  return {
    label: 'Cost so far',
    unit: data.summary?.units ?? undefined,
    values: data.costs.map((cost) => {
      sum += cost;
      return sum;
    }),
  };
}
