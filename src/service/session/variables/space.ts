import { controllableOf, isObserved } from '../../../contract/variables/variable-roles.ts';
import type { StoredVariable } from '../../../contract/variables/variables.ts';
import { stepAt, stepCount } from '../../../engine/space/encode.ts';
import type { Dimension, LinearConstraint, Space } from '../../../engine/space/space.ts';
import { columnRange } from '../rows/column-range.ts';
import type { State } from '../state.ts';

/** Model columns: controllable variables in registration order, then observed ones. */
export function modelOrder(variables: readonly StoredVariable[]): StoredVariable[] {
  return [...controllableOf(variables), ...variables.filter(isObserved)];
}

/** The dimension of one variable; an observed one without bounds spans the range of its data, [0, 1] without any. */
export function dimensionOf(state: State, variable: StoredVariable): Dimension {
  const { name } = variable;
  if (variable.type === 'categorical') return { kind: 'categorical', name, labels: variable.values ?? [] };
  if (variable.type === 'discrete') return listOf(variable, variable.allowed_values ?? []);
  const [low, high] =
    variable.min === undefined || variable.max === undefined
      ? (columnRange(state, name) ?? [0, 1])
      : [variable.min, variable.max];
  const { step } = variable;
  if (variable.scale === 'log' && (variable.type === 'integer' || step !== undefined))
    return listOf(variable, steps(low, high, step ?? 1));
  if (variable.scale === 'log')
    return { kind: 'real', name, low: Math.log(low), high: Math.log(high), log: [low, high] };
  if (variable.type !== 'integer')
    return { kind: 'real', name, low, high, ...(step === undefined ? {} : { step }) };
  if (step === undefined) return { kind: 'integer', name, low, high };
  return listOf(variable, steps(low, high, step));
}

const steps = (low: number, high: number, step: number): number[] =>
  Array.from({ length: stepCount(low, high, step) }, (_, k) => stepAt(low, k, step));

/** A dimension of listed values, or of the steps of a range; on a logarithmic scale its codes are their logarithms. */
const listOf = ({ name, scale, type }: StoredVariable, values: readonly number[]): Dimension => ({
  kind: 'discrete',
  name,
  ...(scale === 'log' ? { values: values.map(Math.log), log: values } : { values }),
  ...(type === 'discrete' ? {} : { stepped: true }),
});

/** Values that are neither retired nor out of stock. */
function isOpen({ retired, unavailable }: StoredVariable, value: string | number): boolean {
  return !(retired?.includes(String(value)) || unavailable?.includes(value));
}

/** As `dimensionOf`, with what may be proposed today: codes stay those of all values. */
function choiceOf(state: State, variable: StoredVariable): Dimension {
  const dimension = dimensionOf(state, variable);
  if (variable.retired === undefined && variable.unavailable === undefined) return dimension;
  if (dimension.kind === 'discrete')
    return listOf(
      variable,
      (dimension.log ?? dimension.values).filter((value) => isOpen(variable, value)),
    );
  if (dimension.kind !== 'categorical') return dimension;
  const open = dimension.labels.flatMap((label, code) => (isOpen(variable, label) ? [code] : []));
  return { ...dimension, open };
}

/** The space over the given variables; a constraint that names none of them is left out. */
export function spaceOf(state: State, variables: readonly StoredVariable[]): Space {
  const names = variables.map((variable) => variable.name);
  const constraints: LinearConstraint[] = state.constraints
    .filter((constraint) => names.some((name) => Object.hasOwn(constraint.coefficients, name)))
    .map((constraint) => ({
      name: constraint.name,
      type: constraint.type,
      coefficients: names.map((name) => constraint.coefficients[name] ?? 0),
      rhs: constraint.rhs,
    }));
  const limits = state.rules.linear
    .filter(({ coefficients }) => names.some((name) => Object.hasOwn(coefficients, name)))
    .map(
      ({ name, coefficients, at_most }): LinearConstraint => ({
        name: `safety limit ${name}`,
        type: 'inequality',
        coefficients: names.map((variable) => coefficients[variable] ?? 0),
        rhs: at_most,
      }),
    );
  return {
    dimensions: variables.map((variable) => choiceOf(state, variable)),
    constraints: [...constraints, ...limits],
  };
}

/** The controllable variables with every value that they have, retired or not: where recorded runs lie. */
export function declaredSpace(state: State): Space {
  const variables = controllableOf(state.variables);
  return { ...spaceOf(state, variables), dimensions: variables.map((one) => dimensionOf(state, one)) };
}

/** What may be chosen: the controllable variables and the constraints that name them. Categories are those that are open. */
export function controllableSpace(state: State): Space {
  const { dimensions, constraints } = spaceOf(state, controllableOf(state.variables));
  const choices = dimensions.map((dimension): Dimension => {
    if (dimension.kind !== 'categorical' || dimension.open === undefined) return dimension;
    const { open, ...rest } = dimension;
    return { ...rest, labels: open.map((code) => rest.labels[code] as string) };
  });
  return { dimensions: choices, constraints };
}
