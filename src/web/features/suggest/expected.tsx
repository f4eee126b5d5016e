import type { SuggestionDiagnostics } from '../../api/types.ts';
import { estimateOf, type Objective } from '../../domain/results/objectives.ts';
import { labelled, showSignificant, showToError } from '../../text/format.ts';

/** Whether what is expected of an objective is a median. */
export const isMedianOf = (why: SuggestionDiagnostics | undefined, name: string): boolean =>
  [why?.by_logarithm, why?.by_logit].some((names) => names?.includes(name));

/** What the model expects of one suggestion: the curve, and where one new measurement should lie. */
export function Expected({
  why,
  objective,
}: {
  why: SuggestionDiagnostics | undefined;
  objective: Objective;
}) {
  const mean = why?.mean?.[objective.name];
  const std = why?.std?.[objective.name];
  const [low, high] = why?.prediction_interval_95?.[objective.name] ?? [];
  const isMedian = isMedianOf(why, objective.name);
  const hasError = std !== undefined && estimateOf(objective, mean, std).includes('±');
  const shown = (value: number | undefined, error: number | undefined) =>
    isMedian ? showSignificant(value) : showToError(value, error);
  return (
    <td className="number" data-label={labelled(`${objective.label} expected`, objective.unit)}>
      <span>
        <b>{shown(mean, std)}</b>
        {isMedian ? ' (median)' : hasError && ` ± ${shown(std, std)}`}
        {low !== undefined && high !== undefined && (
          <small className="below" title="95 % prediction interval: where one new measurement should lie">
            {shown(low, (high - low) / 4)} to {shown(high, (high - low) / 4)}
          </small>
        )}
      </span>
    </td>
  );
}
