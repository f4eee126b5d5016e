// Written by src/tools/write-families.ts from the tables of the engine; do not edit.

/** What field `strategy` of a suggestion may be. */
export const strategyText =
  'auto: trains what it needs and decides the rest; or EI, LogEI, PI, LogPI, UCB, PosteriorMean, gp_hedge, Thompson, qEI, qUCB, qIPV, qNIPV; several objectives: qEHVI, qNEHVI, Scalarization; EI or qEHVI by default';

/** A strategy that the page offers. */
export interface StrategyChoice {
  readonly name: string;
  readonly label: string;
  readonly purpose: string;
  readonly batch: boolean;
  readonly recipes: readonly string[];
  readonly objectives: 'one' | 'several';
  /** Recipes for which it is the first choice. */
  readonly usual: readonly string[];
  /** Whether gains can be weighed against costs. */
  readonly weighsCosts: boolean;
  /** Numbers that it reads, by recipe. */
  readonly parameters: Readonly<Record<'sklearn' | 'botorch', readonly string[]>>;
}

export const strategyChoices: readonly StrategyChoice[] = [
  {
    name: 'EI',
    label: 'Improve, one run (EI)',
    purpose: 'Looks for the largest improvement on the best so far.',
    batch: false,
    recipes: ['sklearn', 'botorch'],
    objectives: 'one',
    usual: ['sklearn'],
    weighsCosts: true,
    parameters: { sklearn: ['xi'], botorch: [] },
  },
  {
    name: 'LogEI',
    label: 'Improve, one run (LogEI)',
    purpose: 'Looks for the largest improvement on the best so far.',
    batch: false,
    recipes: ['botorch'],
    objectives: 'one',
    usual: [],
    weighsCosts: true,
    parameters: { sklearn: [], botorch: [] },
  },
  {
    name: 'PI',
    label: 'Likeliest gain (PI)',
    purpose: 'Looks for the most probable improvement, however small.',
    batch: false,
    recipes: ['sklearn', 'botorch'],
    objectives: 'one',
    usual: [],
    weighsCosts: false,
    parameters: { sklearn: ['xi'], botorch: [] },
  },
  {
    name: 'UCB',
    label: 'Optimistic, one run (UCB)',
    purpose: 'Mean plus a share of the uncertainty.',
    batch: false,
    recipes: ['sklearn', 'botorch'],
    objectives: 'one',
    usual: [],
    weighsCosts: false,
    parameters: { sklearn: ['kappa'], botorch: ['beta'] },
  },
  {
    name: 'gp_hedge',
    label: 'Mixed (gp_hedge)',
    purpose: 'Chooses between EI, UCB and PI by their past gains.',
    batch: false,
    recipes: ['sklearn'],
    objectives: 'one',
    usual: [],
    weighsCosts: false,
    parameters: { sklearn: ['xi', 'kappa'], botorch: [] },
  },
  {
    name: 'qEI',
    label: 'Improve (qEI)',
    purpose: 'Looks for the largest improvement on the best so far. Any number of runs at once.',
    batch: true,
    recipes: ['botorch'],
    objectives: 'one',
    usual: ['botorch'],
    weighsCosts: true,
    parameters: { sklearn: [], botorch: [] },
  },
  {
    name: 'qUCB',
    label: 'Optimistic (qUCB)',
    purpose: 'Measures where a good result is still plausible.',
    batch: true,
    recipes: ['botorch'],
    objectives: 'one',
    usual: [],
    weighsCosts: false,
    parameters: { sklearn: [], botorch: ['beta'] },
  },
  {
    name: 'qNIPV',
    label: 'Learn (qNIPV)',
    purpose: 'Reduces the uncertainty of the model everywhere; ignores the goal.',
    batch: true,
    recipes: ['botorch'],
    objectives: 'one',
    usual: [],
    weighsCosts: false,
    parameters: { sklearn: [], botorch: [] },
  },
  {
    name: 'qEHVI',
    label: 'Extend the front (qEHVI)',
    purpose: 'Looks for points that enlarge the hypervolume of the Pareto front; for results without noise.',
    batch: true,
    recipes: ['botorch'],
    objectives: 'several',
    usual: [],
    weighsCosts: false,
    parameters: { sklearn: [], botorch: [] },
  },
  {
    name: 'qNEHVI',
    label: 'Extend the front, noisy results (qNEHVI)',
    purpose: 'Looks for points that enlarge the hypervolume of the Pareto front; for noisy results.',
    batch: true,
    recipes: ['botorch'],
    objectives: 'several',
    usual: ['botorch'],
    weighsCosts: false,
    parameters: { sklearn: [], botorch: [] },
  },
];

/** What field `kernel` of a training may be. */
export const kernelText = 'Matern, RBF; sklearn also RationalQuadratic, botorch also IBNN; any letter case';

/** A kernel that a training may name. */
export interface KernelChoice {
  readonly name: string;
  readonly label: string;
  readonly recipes: readonly string[];
  /** Values of its smoothness ν, rough ones first; empty where it has none. */
  readonly smoothness: readonly number[];
}

export const kernelChoices: readonly KernelChoice[] = [
  { name: 'Matern', label: 'Matérn', recipes: ['botorch', 'sklearn'], smoothness: [0.5, 1.5, 2.5] },
  { name: 'RBF', label: 'RBF', recipes: ['botorch', 'sklearn'], smoothness: [] },
  { name: 'RationalQuadratic', label: 'Rational quadratic', recipes: ['sklearn'], smoothness: [] },
  { name: 'IBNN', label: 'IBNN', recipes: ['botorch'], smoothness: [] },
];

/** Field of the smoothness ν in `kernel_params`, and its default, by recipe. */
export const smoothnessOf = {
  sklearn: { field: 'matern_nu', usual: 1.5 },
  botorch: { field: 'nu', usual: 2.5 },
} as const;

/** What fields `input_transform_type` and `output_transform_type` of a training may be. */
export const transformText = 'none, minmax, standard, robust, normalize, standardize; any letter case';

/** Those of a training that names none, by recipe. */
export const usualTransforms = {
  sklearn: { input: 'none', output: 'none' },
  botorch: { input: 'normalize', output: 'standardize' },
} as const;

/** Methods of initial designs. */
export const designMethodNames = [
  'random',
  'lhs',
  'sobol',
  'halton',
  'hammersly',
  'full_factorial',
  'fractional_factorial',
  'ccd',
  'box_behnken',
  'doehlert',
  'plackett_burman',
  'gsd',
  'maximin',
  'maxpro',
  'concentric',
  'definitive_screening',
  'orthogonal_array',
  'simplex_lattice',
  'simplex_centroid',
  'extreme_vertices',
] as const;

/** A design method with the parameters that it reads. */
export interface DesignMethodChoice {
  readonly name: (typeof designMethodNames)[number];
  readonly label: string;
  readonly purpose: string;
  readonly parameters: readonly string[];
}

/** The usual one first. */
export const designMethodChoices: readonly DesignMethodChoice[] = [
  {
    name: 'concentric',
    label: 'Concentric',
    purpose: 'Shells around the centre, denser inside. The usual start before suggestions.',
    parameters: ['n_points'],
  },
  { name: 'random', label: 'Random', purpose: 'Independent draws.', parameters: ['n_points'] },
  {
    name: 'lhs',
    label: 'Latin hypercube',
    purpose: 'Spreads any number of runs evenly over every variable.',
    parameters: ['n_points', 'lhs_criterion'],
  },
  {
    name: 'sobol',
    label: 'Sobol',
    purpose: 'Even coverage that stays even when runs are added.',
    parameters: ['n_points'],
  },
  {
    name: 'halton',
    label: 'Halton',
    purpose: 'Even coverage, always the same points.',
    parameters: ['n_points'],
  },
  {
    name: 'hammersly',
    label: 'Hammersley',
    purpose: 'Even coverage for a fixed number of runs.',
    parameters: ['n_points'],
  },
  {
    name: 'full_factorial',
    label: 'Full factorial',
    purpose: 'Every combination of levels.',
    parameters: ['n_levels', 'n_center', 'n_blocks'],
  },
  {
    name: 'fractional_factorial',
    label: 'Fractional factorial',
    purpose: 'A chosen share of the two-level combinations.',
    parameters: ['generators', 'resolution', 'n_runs', 'n_center', 'fold_over', 'n_blocks'],
  },
  {
    name: 'ccd',
    label: 'Central composite',
    purpose: 'Corners, axes and centre for a second-order model.',
    parameters: ['ccd_alpha', 'ccd_face', 'n_center', 'n_blocks'],
  },
  {
    name: 'box_behnken',
    label: 'Box–Behnken',
    purpose: 'Second-order model without the extreme corners.',
    parameters: ['n_center'],
  },
  {
    name: 'doehlert',
    label: 'Doehlert',
    purpose: 'Second-order model in few runs that are spaced evenly.',
    parameters: ['n_center'],
  },
  {
    name: 'plackett_burman',
    label: 'Plackett–Burman',
    purpose: 'Screens many variables in few runs.',
    parameters: ['n_center', 'fold_over'],
  },
  {
    name: 'gsd',
    label: 'Generalized subset',
    purpose: 'A fraction of a full factorial with several levels.',
    parameters: ['gsd_reduction', 'n_levels'],
  },
  {
    name: 'maximin',
    label: 'Maximin',
    purpose: 'Maximizes the smallest distance between two runs.',
    parameters: ['n_points'],
  },
  {
    name: 'maxpro',
    label: 'Maximum projection',
    purpose: 'Even coverage in every subset of the variables, as only some of them may matter.',
    parameters: ['n_points'],
  },
  {
    name: 'definitive_screening',
    label: 'Definitive screening',
    purpose: 'Screens with three levels, so that curvature can be detected.',
    parameters: ['n_center', 'n_fake', 'n_blocks'],
  },
  {
    name: 'orthogonal_array',
    label: 'Orthogonal array',
    purpose: 'Balanced for every pair of variables, with several levels.',
    parameters: ['n_levels', 'n_runs', 'n_center'],
  },
  {
    name: 'simplex_lattice',
    label: 'Simplex lattice',
    purpose: 'Mixtures: components with a fixed sum, in even steps.',
    parameters: ['lattice_degree'],
  },
  {
    name: 'simplex_centroid',
    label: 'Simplex centroid',
    purpose: 'Mixtures: pure components and blends in equal parts.',
    parameters: [],
  },
  {
    name: 'extreme_vertices',
    label: 'Extreme vertices',
    purpose: 'Mixtures with limits: the vertices of the feasible region.',
    parameters: ['n_center'],
  },
];

/** How hard a variable is to change between runs, hardest first. */
export const changeLevels = ['very_hard', 'hard', 'easy'] as const;
export type ChangeLevel = (typeof changeLevels)[number];

/** The levels that plots keep. */
export const hardLevels = ['very_hard', 'hard'] as const;
export type HardLevel = (typeof hardLevels)[number];
