import type { ModelRecord } from '../../session/state.ts';
import { type Exchange, type Json, only, pick, type Rule } from './exchange.ts';
import { modelBlock, oldHyperparameters, oldMetrics } from './hyperparameters.ts';

const fitted = ({ params, sessions }: Exchange): Promise<ModelRecord | null> =>
  sessions.read(params.session_id as string, (state) => (state.model?.fitted === true ? state.model : null));

const trainFields = [
  'backend',
  'kernel',
  'kernel_params',
  'input_transform',
  'output_transform',
  'calibration_enabled',
  'optimizer',
];

const suggestFields = ['strategy', 'n_suggestions', 'xi', 'kappa', 'hold', 'observed'];

/** One word for all objectives; ours also takes a list. */
const oneGoal = (body: Json): Json =>
  body.goal === undefined ? {} : { goal: Array.isArray(body.goal) ? 'one word' : body.goal };

/** What 0.4.0 reads: sklearn `matern_nu` and not `nu`. */
function kernelParams(body: Json): Json {
  const { kernel_params: given, backend } = body;
  if (typeof given !== 'object' || given === null) return body;
  const read = backend === 'botorch' ? ['nu', 'ibnn_depth'] : ['matern_nu'];
  return { ...body, kernel_params: pick(given as Json, ...read) };
}

/** 0.4.0 shows less of a suggestion. */
const diagnostics = (entries: unknown) =>
  (entries as Json[]).map((entry) => pick(entry, 'held', 'knowledge_ratio', 'warnings'));

const contour: Rule = {
  answer: (ours) =>
    pick(
      ours,
      'x_var',
      'y_var',
      'x_grid',
      'y_grid',
      'predictions',
      'uncertainties',
      'experiments',
      'suggestions',
      'x_bounds',
      'y_bounds',
      'colorbar_bounds',
      'output_range',
    ),
};

export const modelRules: Readonly<Record<string, Rule>> = {
  'POST /sessions/:session_id/model/train': {
    body: (body) => kernelParams(only(body, ...trainFields)),
    answer: async (ours, exchange) => {
      const record = await fitted(exchange);
      return {
        ...pick(ours, 'success', 'backend', 'kernel', 'message'),
        hyperparameters: record === null ? {} : oldHyperparameters(record),
        metrics: oldMetrics(ours.metrics as Json),
      };
    },
  },
  'GET /sessions/:session_id/model': {
    answer: async (_, exchange) => {
      const record = await fitted(exchange);
      if (record === null)
        return {
          backend: null,
          hyperparameters: null,
          metrics: null,
          is_trained: false,
          training_config: null,
        };
      return { ...modelBlock(record), training_config: record.training_config };
    },
  },
  'POST /sessions/:session_id/model/predict': {
    answer: (ours) => ({
      predictions: (ours.predictions as Json[]).map(({ inputs, mean, std }) => ({
        inputs,
        prediction: mean,
        uncertainty: std,
      })),
      n_predictions: ours.n_predictions,
    }),
  },
  'POST /sessions/:session_id/acquisition/suggest': {
    body: (body) => ({ ...only(body, ...suggestFields), ...oneGoal(body) }),
    answer: (ours) => ({
      ...pick(ours, 'suggestions', 'n_suggestions', 'iteration'),
      diagnostics: diagnostics(ours.diagnostics),
    }),
  },
  'POST /sessions/:session_id/acquisition/find-optimum': {
    body: (body) => only(body, 'goal', 'observed'),
    answer: (ours) => pick(ours, 'optimum', 'predicted_value', 'predicted_std', 'goal'),
  },
  'GET /sessions/:session_id/visualizations/parity': {
    answer: (ours) => ({
      y_true: ours.actual,
      y_pred: ours.predicted,
      y_std: ours.std,
      ...pick(ours, 'metrics', 'bounds', 'calibrated'),
    }),
  },
  'GET /sessions/:session_id/visualizations/qq_plot': {
    answer: (ours) => ({
      ...pick(ours, 'theoretical_quantiles', 'sample_quantiles', 'n_samples', 'bounds', 'calibrated'),
      z_mean: ours.mean_z,
      z_std: ours.std_z,
    }),
  },
  'GET /sessions/:session_id/visualizations/calibration': { answer: calibration },
  'GET /sessions/:session_id/visualizations/metrics': {
    answer: (ours) => pick(ours, 'training_sizes', 'rmse', 'mae', 'r2', 'mape'),
  },
  'GET /sessions/:session_id/visualizations/hyperparameters': {
    answer: async (ours, exchange) => {
      const record = await fitted(exchange);
      return {
        hyperparameters: record === null ? {} : oldHyperparameters(record, (values) => values),
        ...pick(ours, 'backend', 'kernel', 'input_transform', 'output_transform'),
        ...pick(ours, 'calibration_enabled', 'calibration_factor'),
      };
    },
  },
  'POST /sessions/:session_id/visualizations/contour': contour,
  'POST /sessions/:session_id/visualizations/surface': contour,
};

function calibration(ours: Json): Json {
  const levels = ours.confidence_levels as number[];
  return {
    nominal_coverage: levels,
    empirical_coverage: ours.observed_coverage,
    confidence_levels: levels.map((level) => `${Math.round(level * 100)}%`),
    nominal_probabilities: levels,
    empirical_probabilities: ours.observed_coverage,
    ...pick(ours, 'n_samples', 'calibrated'),
    results_type: ours.calibrated === true ? 'calibrated' : 'uncalibrated',
  };
}
