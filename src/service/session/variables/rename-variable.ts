import type { Hyperparameters } from '../../../contract/models/model.ts';
import type { CostModel } from '../../../engine/cost/cost-model.ts';
import type { Slices } from '../../../engine/slices.ts';
import { mapList } from '../document/document-list.ts';
import { carryModels } from '../fitted-models.ts';
import type { ModelRecord, State } from '../state.ts';
import { keyRenamed, provenanceRenamed, rowRenamed } from './renamed-tables.ts';

function hyperparametersRenamed(hyperparameters: Hyperparameters, from: string, to: string): Hyperparameters {
  const { parameters, models } = hyperparameters;
  const rename = (entry: unknown): unknown =>
    typeof entry === 'object' && entry !== null && (entry as { column?: unknown }).column === from
      ? { ...entry, column: to }
      : entry;
  return {
    ...hyperparameters,
    ...(parameters === undefined ? {} : { parameters: parameters.map(rename) }),
    ...(models === undefined
      ? {}
      : {
          models: Object.fromEntries(
            Object.entries(models).map(([target, one]) => [
              target,
              hyperparametersRenamed(one as Hyperparameters, from, to),
            ]),
          ),
        }),
  };
}

/** A model keeps its numbers under another name of its column. */
function modelRenamed(model: ModelRecord, from: string, to: string): ModelRecord {
  const { importance } = model;
  const renamed: ModelRecord = {
    ...model,
    columns: model.columns.map((column) => (column.name === from ? { ...column, name: to } : column)),
    hyperparameters: hyperparametersRenamed(model.hyperparameters, from, to),
    ...(importance === undefined
      ? {}
      : {
          importance: Object.fromEntries(
            Object.entries(importance).map(([target, shares]) => [
              target,
              shares.map((share) => (share.name === from ? { ...share, name: to } : share)),
            ]),
          ),
        }),
  };
  carryModels(model, renamed);
  return renamed;
}

const costsRenamed = (costs: CostModel, from: string, to: string): CostModel => ({
  ...costs,
  variables: keyRenamed(costs.variables, from, to),
  changes: keyRenamed(costs.changes, from, to),
});

/**
 * The session with another name for a variable wherever it occurs: definition, constraints, rows, provenance, runs,
 * suggestions, candidates, costs and model. The audit log keeps its entries as written.
 */
export function* withRenamed(state: State, from: string, to: string): Slices<State> {
  const { candidates } = state.campaign;
  const inputs = <T>(record: Readonly<Record<string, T>>) => keyRenamed(record, from, to);
  const rows = yield* mapList(state.rows, (row) => rowRenamed(row, from, to));
  const provenance = yield* mapList(state.provenance, (record) => provenanceRenamed(record, from, to));
  return {
    ...state,
    variables: state.variables.map((one) => (one.name === from ? { ...one, name: to } : one)),
    constraints: state.constraints.map((one) => ({ ...one, coefficients: inputs(one.coefficients) })),
    rows,
    provenance,
    queue: state.queue.map((item) => ({
      ...item,
      inputs: inputs(item.inputs),
      actual_inputs: item.actual_inputs === null ? null : inputs(item.actual_inputs),
    })),
    last_suggestions: state.last_suggestions.map(inputs),
    cost_model: state.cost_model === null ? null : costsRenamed(state.cost_model, from, to),
    model: state.model === null ? null : modelRenamed(state.model, from, to),
    campaign: {
      ...state.campaign,
      candidates:
        candidates === null
          ? null
          : { ...candidates, names: candidates.names.map((name) => (name === from ? to : name)) },
    },
    rules: {
      ...state.rules,
      limits: state.rules.limits.map((one) => (one.variable === from ? { ...one, variable: to } : one)),
      linear: state.rules.linear.map((one) => ({ ...one, coefficients: inputs(one.coefficients) })),
    },
    data_revision: state.data_revision + 1,
  };
}
