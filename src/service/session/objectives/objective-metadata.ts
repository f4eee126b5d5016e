import type { ObjectiveMetadata } from '../../../contract/experiments/experiments.ts';
import { auditEntry, withAudit } from '../audit.ts';
import type { Change, Environment, State } from '../state.ts';

export function objectiveMetadata(state: State): ObjectiveMetadata {
  return { metadata: { ...state.objective_metadata } };
}

/** Merged per objective and field; other fields are dropped. */
export function putObjectiveMetadata(
  state: State,
  { metadata }: ObjectiveMetadata,
  environment: Environment,
): Change<ObjectiveMetadata> {
  const merged = { ...state.objective_metadata };
  const entries = [];
  for (const [name, { label, unit }] of Object.entries(metadata)) {
    const before = merged[name] ?? {};
    merged[name] = {
      ...before,
      ...(label === undefined ? {} : { label }),
      ...(unit === undefined ? {} : { unit }),
    };
    if (label !== undefined && label !== (before.label ?? null)) {
      const change = { objective: name, old: before.label ?? null, new: label };
      entries.push(auditEntry('objective_label_changed', change, environment));
    }
  }
  const next = withAudit({ ...state, objective_metadata: merged }, ...entries);
  return {
    state: next,
    answer: { metadata: merged },
    events: [{ type: 'objective_metadata_changed', data: { metadata: merged } }],
  };
}
