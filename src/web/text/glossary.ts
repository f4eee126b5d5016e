/** Terms of the field that the page uses, each in one or two sentences. Shown beside the word and on the glossary page. */
export const glossary = {
  'acquisition function':
    'A rule that scores candidate experiments by their predicted result and its uncertainty; the next experiment is where the score is highest.',
  ANOVA: 'Analysis of variance: how much of the variation of the results each term of a model explains.',
  'best compromises':
    'Also Pareto front: the runs for which no other run is better in every objective. They improve by as many per cent as their hypervolume grows.',
  calibration:
    'Whether intervals have their nominal coverage: of all 95 % intervals, 95 % should contain the measured value.',
  censored: 'A result that is known only to lie above or below a limit, such as >99 or <LOD.',
  'centre run': 'A run with every numeric variable at the middle of its range.',
  'coded unit': 'The unit in which the ends of a variable’s range are −1 and +1.',
  'confidence interval': 'A range for the mean curve at a point. Single measurements vary more widely.',
  confounded: 'Also aliased: two effects that the runs of a design cannot separate.',
  'Cook’s distance':
    'How far all fitted values move when one run is left out. Above 1 the run dominates the fit.',
  'cross-validation':
    'Every run is predicted by a model trained without it. R² and RMSE of these predictions show how well new runs would be predicted.',
  'degrees of freedom':
    'DF: the number of independent pieces of information; runs minus coefficients for the error.',
  desirability:
    'Each objective is mapped to a value from 0 (not acceptable) to 1 (fully satisfactory); the overall desirability is the geometric mean.',
  'expected improvement': 'EI: the mean gain over the best result so far, counting worse results as no gain.',
  'fold-over': 'A second block of runs with the two levels of all variables, or of one, exchanged.',
  hypervolume:
    'The volume of objective space that the Pareto front dominates; larger is better. It starts from a reference point, values that are just not good enough.',
  interaction:
    'The part of the result that depends on two or more variables together. The part that one variable determines alone is its main effect.',
  kernel:
    'Also covariance function: describes how similar the results of two experiments are, depending on the distance of their settings.',
  'lack of fit':
    'The part of the residual that replicates do not explain: effects that the form of the model cannot describe.',
  lengthscale:
    'How far a variable must change for the result to change notably. Short: strong and rapid effect. Very long: no effect.',
  leverage: 'Weight of a run in its own prediction, from 0 to 1.',
  'noise SD': 'Standard deviation of repeated measurements of the same settings, as the model infers it.',
  'p-value':
    'Probability of a statistic at least as large if the term had no effect. Below 0.05 is called significant.',
  'Pareto-optimal': 'No other experiment is at least as good in every objective and better in one.',
  power:
    'Probability to detect an effect of the size of twice the residual SD; of several categories, between those farthest apart.',
  'prediction interval':
    'A range for one new measurement: the uncertainty of the curve and the noise together.',
  R2: 'R²: share of the variation that a model explains. 1 is perfect, 0 no better than the mean.',
  regret: 'Distance of the best result so far from the best possible, or from a reference.',
  'residual SD': 'Standard deviation of what the model leaves unexplained, in the unit of the result.',
  REML: 'Restricted maximum likelihood: estimates the variances between plots and between runs without the bias that estimated coefficients bring.',
  resolution:
    'Of a fractional factorial design: III, main effects are confounded with interactions of two variables; IV, such interactions with each other; V, neither.',
  RMSE: 'Root mean squared error of predictions, in the unit of the result.',
  screening: 'Finding the few variables that matter among many.',
  'split-plot design':
    'A design in which factors that are hard to change stay the same over a group of runs, a whole plot.',
  'standard error': 'SE: standard deviation of an estimate, such as a coefficient.',
  VIF: 'Variance inflation factor: how much correlation with other terms inflates the variance of a coefficient. 1 is best; above 5 is poor.',
} as const;

export type GlossaryTerm = keyof typeof glossary;
