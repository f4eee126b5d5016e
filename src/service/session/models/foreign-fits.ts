import { ShapeError, ValueError } from '../../../engine/errors.ts';
import { checkModelShape } from '../../../engine/gp/check-model.ts';
import type { GpModel } from '../../../engine/gp/model.ts';
import type { State } from '../state.ts';
import { show } from '../words.ts';
import { unpackArrays } from './packed-arrays.ts';

/**
 * Compares the lengths of the arrays of a model that somebody brings, whose types were checked (`format/foreign-model.ts`).
 *
 * @throws ValueError naming the field and what is there
 */
export function checkForeignFits({ model: record }: Pick<State, 'model'>): void {
  record?.fits.forEach(({ model, cross_validation }, k) => {
    const place = `session file: 'athanor.model.fits.${k}`;
    try {
      checkModelShape(unpackArrays(model) as Omit<GpModel, 'X' | 'y' | 'noise'>, record.columns.length);
    } catch (cause) {
      if (!(cause instanceof ShapeError)) throw cause;
      throw new ValueError(`${place}.model': ${cause.message}`, { cause });
    }
    const lengths = Object.values(cross_validation ?? {}).map((values) => values.length);
    if (new Set(lengths).size <= 1) return;
    throw new ValueError(`${place}.cross_validation' must have lists of one length, got ${show(lengths)}`);
  });
}
