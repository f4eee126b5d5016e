type Parameter = 'xi' | 'kappa' | 'beta';

/** Who may use a strategy, for what, and with which parameters: the one place that the rules of a request come from. */
export interface StrategyRule {
  /** Recipes that know it. */
  readonly recipes: readonly ('sklearn' | 'botorch')[];
  /** Whether it proposes more than one point at a time. */
  readonly batch: boolean;
  readonly objectives: 'one' | 'several';
  /** Parameters that have an effect, by recipe; others are ignored with a warning. On botorch `kappa` is taken as `beta`. */
  readonly parameters: { readonly sklearn: readonly Parameter[]; readonly botorch: readonly Parameter[] };
  /** Whether variables may be held or observed. */
  readonly fixed: boolean;
}

const none = { sklearn: [], botorch: [] } as const;
const margin = { sklearn: ['xi'], botorch: [] } as const;
const width = { sklearn: ['kappa'], botorch: ['kappa', 'beta'] } as const;
const both = ['sklearn', 'botorch'] as const;
const botorch = ['botorch'] as const;
const sklearn = ['sklearn'] as const;

/** Every strategy by its name on the wire. */
export const strategies = {
  EI: { recipes: both, batch: false, objectives: 'one', parameters: margin, fixed: true },
  LogEI: { recipes: botorch, batch: false, objectives: 'one', parameters: margin, fixed: true },
  PI: { recipes: both, batch: false, objectives: 'one', parameters: margin, fixed: true },
  LogPI: { recipes: botorch, batch: false, objectives: 'one', parameters: margin, fixed: true },
  UCB: { recipes: both, batch: false, objectives: 'one', parameters: width, fixed: true },
  gp_hedge: {
    recipes: sklearn,
    batch: false,
    objectives: 'one',
    parameters: { sklearn: ['xi', 'kappa'], botorch: [] },
    fixed: true,
  },
  PosteriorMean: { recipes: both, batch: false, objectives: 'one', parameters: none, fixed: true },
  Thompson: { recipes: botorch, batch: true, objectives: 'one', parameters: none, fixed: true },
  qEI: { recipes: botorch, batch: true, objectives: 'one', parameters: none, fixed: true },
  qUCB: { recipes: botorch, batch: true, objectives: 'one', parameters: width, fixed: true },
  qIPV: { recipes: botorch, batch: true, objectives: 'one', parameters: none, fixed: false },
  qNIPV: { recipes: botorch, batch: true, objectives: 'one', parameters: none, fixed: false },
  qEHVI: { recipes: botorch, batch: true, objectives: 'several', parameters: none, fixed: true },
  qNEHVI: { recipes: botorch, batch: true, objectives: 'several', parameters: none, fixed: true },
  Scalarization: { recipes: botorch, batch: true, objectives: 'several', parameters: none, fixed: true },
} as const satisfies Record<string, StrategyRule>;

export type StrategyName = keyof typeof strategies;

/** Other spellings, lower case. */
const aliases: Readonly<Record<string, StrategyName>> = {
  expectedimprovement: 'EI',
  logexpectedimprovement: 'LogEI',
  probabilityofimprovement: 'PI',
  logprobabilityofimprovement: 'LogPI',
  upperconfidencebound: 'UCB',
  qexpectedimprovement: 'qEI',
  qupperconfidencebound: 'qUCB',
  qnegintegratedposteriorvariance: 'qNIPV',
  posterior_mean: 'PosteriorMean',
  thompsonsampling: 'Thompson',
  thompson_sampling: 'Thompson',
};

/** The strategy of that name, upper and lower case alike; undefined when there is none. */
export function findStrategy(name: string): StrategyName | undefined {
  const wanted = name.toLowerCase();
  const exact = (Object.keys(strategies) as StrategyName[]).find((known) => known.toLowerCase() === wanted);
  return exact ?? (Object.hasOwn(aliases, wanted) ? aliases[wanted] : undefined);
}
