import type {
  CrossValidationKind,
  Importance,
  ModelBackend,
  ModelMetrics,
  Validation as ValidationScores,
} from '../../../contract/models/model.ts';
import { errorMetrics, standardized, zStatistics } from '../../../engine/diagnostics/residuals.ts';
import type { TrainResult, Validation } from '../../../engine/gp/task.ts';
import { deviation, mean } from '../../../engine/gp/transforms/scaling.ts';
import { sideOf } from '../rows/row-details.ts';
import type { State } from '../state.ts';

/** The number, or null where there is none. */
export const orNull = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** Scores of a validation as clients see them. Log densities are of outputs in units of their own deviation. */
function validationScores(validation: Validation): ValidationScores {
  const { sides, logDensity, folds, kind = 'refit' } = validation;
  const isMeasured = (_: number, i: number) => sides === undefined || sides[i] === 0;
  const actual = validation.actual.filter(isMeasured);
  const predicted = validation.predicted.filter(isMeasured);
  const std = validation.std.filter(isMeasured);
  const crps = validation.crps.filter(isMeasured);
  const level = validation.level.filter(isMeasured);
  const { rmse, mae, r2 } = errorMetrics({ actual, predicted, std });
  const unit = deviation(actual, 0);
  const inside = level.filter((share) => share > 0.025 && share < 0.975).length;
  // Densities change with the unit of the outputs, the probabilities of limits do not.
  const scale = (actual.length / logDensity.length) * Math.log(unit);
  const limits = logDensity.length - actual.length;
  return {
    kind,
    folds,
    n: logDensity.length,
    ...(limits > 0 ? { n_limits: limits } : {}),
    rmse: orNull(rmse),
    mae: orNull(mae),
    r2: orNull(r2),
    nlpd: unit > 0 ? orNull(-mean(logDensity) - scale) : null,
    crps: orNull(mean(crps)),
    coverage_95: orNull(inside / actual.length),
  };
}

/** How cross-validation predicted the rows: only models whose hyperparameters stay uncertain are judged by their validation. */
export const crossValidationKind = (
  backend: ModelBackend,
  validation: CrossValidationKind | undefined,
): CrossValidationKind => (backend === 'auto' ? (validation ?? 'refit') : 'fixed_hyperparameters');

/** Scores of cross-validation under their documented names, with their kind. */
export function metricsOf(result: TrainResult, backend: ModelBackend): ModelMetrics {
  const [results] = result.crossValidation;
  if (results === undefined) return {};
  const { rmse, mae, r2 } = errorMetrics(results);
  const { meanZ, stdZ } = zStatistics(standardized(results));
  return {
    cv_rmse: orNull(rmse),
    cv_r2: orNull(r2),
    cv_mae: orNull(mae),
    mean_z: orNull(meanZ),
    std_z: orNull(stdZ),
    rmse: orNull(rmse),
    r2: orNull(r2),
    mae: orNull(mae),
    cv_kind: crossValidationKind(backend, result.validation[0]?.kind),
  };
}

/** The scores by refits, by objective; undefined where no objective has any. */
export function validationsOf(
  result: TrainResult,
  targets: readonly string[],
): Record<string, ValidationScores> | undefined {
  const each = targets.flatMap((target, i) => {
    const validation = result.validation[i];
    return validation === undefined ? [] : [[target, validationScores(validation)] as const];
  });
  return each.length === 0 ? undefined : Object.fromEntries(each);
}

/** Objectives whose results are all one number, of which a model can learn nothing. */
export const flatTargets = ({ rows, details }: State, targets: readonly string[]): string[] =>
  targets.filter((target) => {
    const found = new Set<unknown>();
    let n = 0;
    for (const row of rows) {
      const value = row[target];
      if (typeof value !== 'number') continue;
      n++;
      if (found.add(value).size > 1 || sideOf(details, row, target) !== undefined) return false;
    }
    return n > 1;
  });

/** Said with a training. */
export const flatWords = (target: string): string =>
  `objective '${target}': all results are equal, so there is nothing to learn from them; what influences it is unknown until one differs`;

/** Shares of the variables by objective, without those that are flat; undefined for recipes that have none. */
export function importanceOf(
  result: TrainResult,
  targets: readonly string[],
  names: readonly string[],
  flat: readonly string[],
): Record<string, Importance[]> | undefined {
  if (result.importance.some((one) => one === undefined)) return undefined;
  return Object.fromEntries(
    targets.flatMap((target, i) => {
      if (flat.includes(target)) return [];
      const shares = (result.importance[i] ?? []).map(({ share, low, high }, k) => ({
        name: names[k] as string,
        share,
        interval_95: [low, high],
      }));
      return [[target, shares]];
    }),
  );
}
