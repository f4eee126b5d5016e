import { type Json, only, pick, type Rule } from './exchange.ts';

const initialInfo = [
  'factorial_runs',
  'full_factorial_runs',
  'axial_runs',
  'edge_runs',
  'screening_runs',
  'gsd_runs',
  'center_runs',
  'total_runs',
  'levels_per_factor',
  'generators',
  'alpha',
  'face',
  'reduction',
];

const design = (ours: Json) => ({
  ...pick(ours, 'points', 'method', 'n_points', 'feasibility'),
  design_info: ours.design_info && only(ours.design_info as Json, ...initialInfo),
});

const infoFields = [
  'levels',
  'n_plots',
  'runs_per_plot',
  'n_runs',
  'random_seed',
  'designs',
  'replicates',
  'easy_mode',
  'warnings',
];

const optimalFields = [
  'model_type',
  'effects',
  'n_points',
  'p_multiplier',
  'criterion',
  'algorithm',
  'n_levels',
  'max_iter',
  'random_seed',
];

const optimalInfo = [
  'criterion',
  'algorithm',
  'score',
  'D_eff',
  'A_eff',
  'p_columns',
  'n_runs',
  'model_terms',
];

export const designRules: Readonly<Record<string, Rule>> = {
  'POST /sessions/:session_id/initial-design': { answer: design },
  'POST /sessions/:session_id/optimal-design/info': {
    answer: (ours) => pick(ours, 'model_terms', 'p_columns', 'n_points_minimum', 'n_points_recommended'),
  },
  'POST /sessions/:session_id/optimal-design': {
    body: (body) => ({ algorithm: 'fedorov', ...only(body, ...optimalFields) }),
    answer: (ours) => ({
      ...pick(ours, 'points', 'n_points', 'feasibility'),
      design_info: only(ours.design_info as Json, ...optimalInfo),
    }),
  },
  'POST /sessions/:session_id/split-plot-design': {
    answer: (ours) => ({
      ...pick(ours, 'points', 'n_points'),
      info: only(ours.info as Json, ...infoFields),
    }),
  },
};
