import type { Hyperparameters } from '../../contract/model.ts';
import { describeHyperparameters } from '../../engine/gp/hyperparameters.ts';
import type { GpModel } from '../../engine/gp/model.ts';
import { latentView } from '../../engine/gp/output-warp.ts';

/** What a client sees of a fitted model: natural units of the model scale. */
export function hyperparametersOf(trained: GpModel, columns: readonly string[]): Hyperparameters {
  const model = latentView(trained);
  const { parameters, noiseInterval, ...rest } = describeHyperparameters(model);
  const details = {
    // Dummy columns of labels have no name of their own.
    parameters: parameters.map(({ column, interval, ...entry }) => ({
      ...entry,
      ...(column === undefined ? {} : { column: columns[column] ?? `column ${column}` }),
      ...(interval === undefined ? {} : { interval_95: interval }),
    })),
    calibration: model.calibration,
    ...(noiseInterval === undefined ? {} : { noise_interval_95: [...noiseInterval] }),
    ...(model.members === undefined ? {} : { members: model.members.length }),
  };
  return { ...rest, ...details };
}
