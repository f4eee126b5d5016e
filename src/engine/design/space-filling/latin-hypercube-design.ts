import { createGenerator } from '../../random/generator.ts';
import { uniformValue } from '../coded-value.ts';
import type { DesignMethod } from '../definition.ts';
import { latinColumns, latinHypercube } from './latin-hypercube.ts';
import { checkSearched } from './search-limit.ts';
import { place, refuseUnreachableEquality, spaceFilling } from './space-filling.ts';
import { spreadDesign } from './spread-design.ts';

export const latinHypercubeDesign: DesignMethod = {
  label: 'Latin hypercube',
  purpose: 'Spreads any number of runs evenly over every variable.',
  needs: 'any types',
  about: 'Latin hypercube by `lhs_criterion`; `none` and `centered` without a search',
  parameters: ['nPoints', 'lhsCriterion'],
  idle: ({ space, lhsCriterion = 'maximin' }) =>
    space.constraints.length > 0 && lhsCriterion !== 'maximin'
      ? [
          `lhs_criterion '${lhsCriterion}' has no effect with constraints: points of the region are chosen for even margins`,
        ]
      : [],
  run: spaceFilling((task, n, region, context) => {
    const { space, method, seed, lhsCriterion = 'maximin', searchEffort } = task;
    if (region || (lhsCriterion !== 'none' && lhsCriterion !== 'centered')) checkSearched(method, n);
    const generator = createGenerator(seed);
    if (region) {
      refuseUnreachableEquality(space, method);
      return spreadDesign({ space, region, n, aim: 'stratified', generator, effort: searchEffort }, context);
    }
    const columns = latinColumns(space.dimensions, n);
    const wanted = { n, columns, criterion: lhsCriterion, effort: searchEffort };
    return place(space, latinHypercube(wanted, generator, context), uniformValue);
  }),
};
