/**
 * Exchanges whose answer differs from the recorded one on purpose, each with its reason and the differences that are
 * expected: a new one, or one that is gone, fails the test.
 */
interface Deliberate {
  readonly reason: string;
  /** Beginnings of the expected differences. */
  readonly differences: readonly string[];
}

const ratio: Deliberate = {
  reason: 'the knowledge ratio is known for the sklearn recipe too; the field was nullable',
  differences: ['$.diagnostics[0].knowledge_ratio: expected null, got number'],
};
const isDefect = (what: string, status: number): Deliberate => ({
  reason: `0.4.0 defect, not copied: ${what}`,
  differences: [`status: expected 500, got ${status}`],
});
const bothNames: Deliberate = {
  reason: 'the path of our own interface is served as well as the one of 0.4.0',
  differences: ['status: expected 404, got 200'],
};

export const deliberate: Readonly<Record<string, Deliberate>> = {
  'variables-34': {
    reason: 'files may spell a range `bounds` as well as `min` and `max`: more is accepted than in 0.4.0',
    differences: ['status: expected 400, got 200'],
  },
  'constraints-07': {
    reason: 'NaN is not JSON: the body is refused before it is looked at',
    differences: ['status: expected 400, got 422'],
  },
  'model-13': {
    reason: '0.4.0 defect, not copied: hyperparameters of IBNN were an error with a traceback',
    differences: [
      "$.hyperparameters: key 'error' is missing",
      "$.hyperparameters: key 'traceback' is missing",
      "$.hyperparameters: key 'covar_module_type' is new",
      "$.hyperparameters: key 'lengthscale' is new",
      "$.hyperparameters: key 'outputscale' is new",
      "$.hyperparameters: key 'continuous_features' is new",
      "$.hyperparameters: key 'primary_lengthscales' is new",
      "$.hyperparameters: key 'noise' is new",
      "$.hyperparameters: key 'kernel_type' is new",
      "$.hyperparameters: key 'input_transform' is new",
      "$.hyperparameters: key 'outcome_transform' is new",
    ],
  },
  'model-21': isDefect('a missing input is the client’s mistake', 400),
  'visualizations-07': bothNames,
  'visualizations-09': bothNames,
  'visualizations-20': {
    reason: 'a category may be an axis of a contour: more is accepted than in 0.4.0',
    differences: ['status: expected 400, got 200'],
  },
  'visualizations-21': isDefect('an undeclared label is the client’s mistake', 400),
  'acquisition-18': isDefect('a strategy for several objectives on one is the client’s mistake', 400),
  'acquisition-25': {
    reason: '0.4.0 defect, not copied: the acquisition value was null on some spaces',
    differences: ['$.last_acquisition_value: expected null, got number'],
  },
  'acquisition-39': {
    reason: '0.4.0 defect, not copied: a recorded row outside the bounds is no reason to refuse suggestions',
    differences: ['status: expected 400, got 200'],
  },
  'design-45': {
    reason: 'G is a criterion of ours',
    differences: ['status: expected 422, got 200'],
  },
  'recovery-07': {
    reason:
      'the specification: backups are taken only while a session has unsaved changes, and every change is saved at once',
    differences: ['status: expected 201, got 404'],
  },
  'audit-05': {
    reason: 'audit entries are shown as they were hashed, so hyperparameters stand under our names',
    differences: ['$.entry.parameters.hyperparameters: key', '$.entry.parameters.cv_metrics: key'],
  },
  'audit-13': {
    reason: 'audit entries are shown as they were hashed, so hyperparameters stand under our names',
    differences: [
      '$.entries[0].parameters.hyperparameters: key',
      '$.entries[0].parameters.hyperparameters.noise: expected text, got number',
      '$.entries[0].parameters.cv_metrics: key',
    ],
  },
  'visualizations-27': {
    reason:
      'scores are pooled over folds as in the cross-validation, so they are defined from the first size on',
    differences: ['$.r2[0]: expected null, got number'],
  },
  'sessions-21': {
    reason:
      'the file has a block of ours, which 0.4.0 ignores, leaves out optional keys that hold nothing, and keeps hyperparameters under our names, which 0.4.0 only shows',
    differences: [
      '$.staged_experiments[',
      '$.model_config.kernel_params: expected object, got null',
      '$.model_config.hyperparameters: key',
      '$.model_config.metrics: key',
      "$.model_config.training_config: key 'calibration_enabled' is new",
      "$: key 'athanor' is new",
      "$.audit_log: key 'experiment_data' is missing",
      "$.search_space.variables[0]: key 'unit' is missing",
      "$.search_space.variables[0]: key 'description' is missing",
      "$.search_space.variables[1]: key 'unit' is missing",
      "$.search_space.variables[1]: key 'description' is missing",
    ],
  },
  ...Object.fromEntries([57, 58, 59, 60, 61, 62, 63, 64].map((n) => [`acquisition-${n}`, ratio])),
};

/** Recorded requests that are not sent, each with its reason. */
export const notSent: Readonly<Record<string, string>> = {
  'experiments-16': 'a route that 0.4.0 lacked: ours answers with the CSV instead of 404',
  'experiments-17': 'a route that 0.4.0 lacked: ours would delete the rows that the story goes on with',
};

/** Socket messages that ours sends besides the recorded ones, each with its reason. */
export const moreEvents: Readonly<
  Record<string, { readonly reason: string; readonly events: readonly string[] }>
> = {
  'websocket-13': {
    reason: 'a completed item changes the queue, and its readers are told',
    events: ['queue_updated'],
  },
};
