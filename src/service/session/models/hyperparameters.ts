import type { Hyperparameters } from '../../../contract/models/model.ts';
import { describeHyperparameters } from '../../../engine/gp/hyperparameters.ts';
import type { GpModel } from '../../../engine/gp/model.ts';
import { latentView } from '../../../engine/gp/transforms/output-warp.ts';
import type { ModelColumn } from '../state.ts';

/** Names of the columns of a model: a variable's, and those of its categories where each but the first has a dummy column. */
export const columnNames = (columns: readonly ModelColumn[], { oneHot }: Pick<GpModel, 'oneHot'>): string[] =>
  columns.flatMap(({ name, labels }, k) => {
    const seen = oneHot?.[k] ?? [];
    return seen.length < 2 ? [name] : seen.slice(1).map((label) => `${name}=${labels?.[label] ?? label}`);
  });

/** What a client sees of a fitted model: natural units of the model scale. */
export function hyperparametersOf(trained: GpModel, columns: readonly ModelColumn[]): Hyperparameters {
  const model = latentView(trained);
  const names = columnNames(columns, model);
  const { parameters, noiseInterval, ...rest } = describeHyperparameters(model);
  const details = {
    parameters: parameters.map(({ column, interval, ...entry }) => ({
      ...entry,
      ...(column === undefined ? {} : { column: names[column] as string }),
      ...(interval === undefined ? {} : { interval_95: interval }),
    })),
    calibration: model.calibration,
    ...(noiseInterval === undefined ? {} : { noise_interval_95: [...noiseInterval] }),
    ...(model.members === undefined ? {} : { members: model.members.length }),
  };
  return { ...rest, ...details };
}
