import { limitSign, sideOfLimit } from '../../../contract/experiments/censored.ts';
import type { Row } from '../../api/types.ts';
import type { LegendEntry } from '../../plots/axes.tsx';
import { Points } from '../../plots/marks.tsx';
import { colour } from '../../plots/palette.ts';
import type { Frame } from '../../plots/scale.ts';
import { showWithUnit } from '../../text/format.ts';
import { isMarkedFailed, measuredIn } from './measured.ts';
import type { Objective } from './objectives.ts';

export const limitEntry: LegendEntry = {
  label: 'limit',
  colour: colour.data,
  kind: 'limit',
};

/** Results of which only a limit is known: the marks point to where the true value lies. */
export const Limits = (props: {
  frame: Frame;
  x: readonly number[];
  above: readonly (number | null)[];
  below: readonly (number | null)[];
}) => (
  <>
    <Points frame={props.frame} x={props.x} y={props.above} colour={colour.data} shape="up" />
    <Points frame={props.frame} x={props.x} y={props.below} colour={colour.data} shape="down" />
  </>
);

/** A result with its unit: `71,3 %`, `>99 %`; `failed` of a run that failed. */
export function resultWords(
  row: Row | undefined,
  { name, unit }: Pick<Objective, 'name' | 'unit'>,
  digits?: number,
): string {
  const measured = row === undefined ? null : measuredIn(row, name);
  if (row !== undefined && measured === null && isMarkedFailed(row)) return 'failed';
  const limit = measured !== null && typeof measured === 'object';
  const sign = limit ? limitSign[sideOfLimit(measured)] : '';
  return `${sign}${showWithUnit(row?.[name], unit, digits)}`;
}
