import { type CostKind, type CostKinds, parse } from '../../../src/engine/cost/record.ts';

const ofKind =
  <Kind extends CostKind>(kind: Kind) =>
  (fields: Omit<CostKinds[Kind], 'units'> & { readonly units?: string | null }) =>
    parse(kind, fields);

/** Checked records, by kind; their fields are checked by the compiler too. */
export const linear = ofKind('linear');
export const quadratic = ofKind('quadratic');
export const piecewiseLinear = ofKind('piecewise_linear');
export const piecewiseStep = ofKind('piecewise_step');
