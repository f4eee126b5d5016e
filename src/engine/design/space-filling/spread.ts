import { createGenerator } from '../../random/generator.ts';
import type { DesignMethod } from '../definition.ts';
import { checkSearched } from './search-limit.ts';
import { spaceFilling } from './space-filling.ts';
import { type SpreadAim, spreadDesign } from './spread-design.ts';

const spread = (aim: SpreadAim): DesignMethod['run'] =>
  spaceFilling(({ space, method, seed, searchEffort }, n, region, context) => {
    checkSearched(method, n);
    const generator = createGenerator(seed);
    return spreadDesign({ space, region, n, aim, generator, effort: searchEffort }, context);
  });

const common = { needs: 'any types', parameters: ['nPoints'] } as const;

/** Methods that search for points far from one another. */
export const spreadDesigns = {
  maximin: {
    ...common,
    label: 'Maximin',
    purpose: 'Maximizes the smallest distance between two runs.',
    about: 'points as far apart as possible, anywhere in the region',
    run: spread('maximin'),
  },
  maxpro: {
    ...common,
    label: 'Maximum projection',
    purpose: 'Even coverage in every subset of the variables, as only some of them may matter.',
    about: 'points apart in every projection',
    run: spread('maxpro'),
  },
} as const satisfies Record<string, DesignMethod>;
