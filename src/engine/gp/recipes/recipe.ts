/** A set of modelling choices, after scikit-learn or BoTorch: priors, bounds, transforms, number of starts. */
export type Recipe = 'sklearn' | 'botorch';

/** Transforms of inputs and outputs where a training names none. */
export const usualTransforms = {
  sklearn: { input: 'none', output: 'none' },
  botorch: { input: 'normalize', output: 'standardize' },
} as const satisfies Record<Recipe, { input: string; output: string }>;
