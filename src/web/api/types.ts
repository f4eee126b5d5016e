/** Shapes of requests and answers, as the contract has them. */
export type { SuggestionDiagnostics, SuggestRequest, SuggestResponse } from '../../contract/acquisition.ts';
export type { AuditEntry } from '../../contract/audit.ts';
export type { Backtest, BacktestRequest, Candidates, CandidatesPatch } from '../../contract/campaign.ts';
export type { Constraint, ConstraintList } from '../../contract/constraints.ts';
export type { Feasibility } from '../../contract/design.ts';
export type { BatchRecorded, ExperimentList, RowPatch, UploadResponse } from '../../contract/experiments.ts';
export type { PastCampaign, Revision } from '../../contract/history.ts';
export type {
  ColumnMeaning,
  Import,
  ImportColumn,
  ImportCommitted,
  ImportPatch,
  ImportProblem,
  ProblemChoice,
  ProblemKind,
} from '../../contract/imports.ts';
export type { Lock } from '../../contract/lock.ts';
export type {
  Hyperparameters,
  Model,
  TrainRequest,
  TrainResponse,
} from '../../contract/model.ts';
export type { ObjectiveGoal, ObjectiveList, ObjectivesRequest } from '../../contract/objectives.ts';
export type { Prediction } from '../../contract/prediction.ts';
export type { Provenance } from '../../contract/provenance.ts';
export type { QueueItem, QueueList } from '../../contract/queue.ts';
export type { Attachment } from '../../contract/row-details.ts';
export type { RowsRemoval, RowsRestoring } from '../../contract/row-removal.ts';
export type { Rules, RulesRequest } from '../../contract/rules.ts';
export type {
  SessionDetail,
  SessionSummary,
} from '../../contract/session.ts';
export type { Goal, Inputs, Measured, Output, Row, Scalar } from '../../contract/values.ts';
export type {
  NewVariableRequest,
  Variable,
  VariableChanged,
  VariablePatch,
  VariableRequest,
} from '../../contract/variables.ts';
export type { CalibrationPlot, ParityPlot, QqPlot } from '../../contract/visualizations.ts';
