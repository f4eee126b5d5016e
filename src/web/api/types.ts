/** Shapes of requests and answers, as the contract has them. */

export type { Feasibility } from '../../contract/designs/design.ts';
export type {
  BatchRecorded,
  ExperimentList,
  RowPatch,
  UploadResponse,
} from '../../contract/experiments/experiments.ts';
export type { Provenance } from '../../contract/experiments/provenance.ts';
export type { Attachment } from '../../contract/experiments/row-details.ts';
export type { RowsRemoval, RowsRestoring } from '../../contract/experiments/row-removal.ts';
export type {
  ColumnMeaning,
  Import,
  ImportColumn,
  ImportCommitted,
  ImportPatch,
  ImportProblem,
  ProblemChoice,
  ProblemKind,
} from '../../contract/imports/imports.ts';
export type {
  Hyperparameters,
  Model,
  TrainRequest,
  TrainResponse,
} from '../../contract/models/model.ts';
export type { Prediction } from '../../contract/models/prediction.ts';
export type { CalibrationPlot, ParityPlot, QqPlot } from '../../contract/models/visualizations.ts';
export type {
  ObjectiveGoal,
  ObjectiveList,
  ObjectivesRequest,
} from '../../contract/objectives/objectives.ts';
export type { QueueItem, QueueList } from '../../contract/queue/queue.ts';
export type { AuditEntry } from '../../contract/sessions/audit.ts';
export type { PastCampaign, Revision } from '../../contract/sessions/history.ts';
export type { Lock } from '../../contract/sessions/lock.ts';
export type {
  SessionDetail,
  SessionSummary,
} from '../../contract/sessions/session.ts';
export type {
  SuggestionDiagnostics,
  SuggestRequest,
  SuggestResponse,
} from '../../contract/suggestions/acquisition.ts';
export type {
  Backtest,
  BacktestRequest,
  Candidates,
  CandidatesPatch,
} from '../../contract/suggestions/campaign.ts';
export type { Goal, Inputs, Measured, Output, Row, Scalar } from '../../contract/values.ts';
export type { Constraint, ConstraintList } from '../../contract/variables/constraints.ts';
export type { Rules, RulesRequest } from '../../contract/variables/rules.ts';
export type {
  NewVariableRequest,
  Variable,
  VariableChanged,
  VariablePatch,
  VariableRequest,
} from '../../contract/variables/variables.ts';
