/** A set of modelling choices, after scikit-learn or BoTorch: priors, bounds, transforms, number of starts. */
export type Recipe = 'sklearn' | 'botorch';
