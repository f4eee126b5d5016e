import { createGenerator } from '../../random/generator.ts';
import { halton } from '../../random/halton.ts';
import { sobol } from '../../random/sobol.ts';
import { roundedValue, uniformValue } from '../coded-value.ts';
import type { DesignMethod } from '../definition.ts';
import type { InitialDesignTask } from '../task.ts';
import {
  firstFeasible,
  place,
  refuseUnreachableEquality,
  type Sequence,
  spaceFilling,
} from './space-filling.ts';

/** The first points of a sequence; with constraints the first feasible ones, in order. */
const sequence = (begin: (task: InitialDesignTask, d: number) => Sequence): DesignMethod['run'] =>
  spaceFilling((task, n, region) => {
    const next = begin(task, task.space.dimensions.length);
    if (!region) return next(0, n);
    refuseUnreachableEquality(task.space, task.method);
    return firstFeasible(next, region, n, createGenerator(task.seed));
  });

const common = { needs: 'any types', parameters: ['nPoints'] } as const;

/** Methods that take points of a sequence. */
export const sequences = {
  random: {
    ...common,
    label: 'Random',
    purpose: 'Independent draws.',
    about: 'independent uniform points',
    run: sequence(({ space, seed }, d) => {
      const { uniform } = createGenerator(seed);
      return (_, n) => place(space, Float64Array.from({ length: n * d }, uniform), uniformValue);
    }),
  },
  sobol: {
    ...common,
    label: 'Sobol',
    purpose: 'Even coverage that stays even when runs are added.',
    about: 'Joe–Kuo direction numbers (1,111 dimensions), Owen scrambling by the seed',
    run: sequence(
      ({ space, seed }, d) =>
        (skip, n) =>
          place(space, sobol(n, d, { seed, skip }), uniformValue),
    ),
  },
  halton: {
    ...common,
    label: 'Halton',
    purpose: 'Even coverage, always the same points.',
    about: 'plain sequence in the bases 2, 3, 5, … from index 0; the seed has no effect',
    run: sequence(
      ({ space }, d) =>
        (skip, n) =>
          place(space, halton(n, d, { skip }), roundedValue),
    ),
  },
} as const satisfies Record<string, DesignMethod>;
