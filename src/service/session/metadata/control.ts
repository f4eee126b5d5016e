import type { Control, ControlRequest } from '../../../contract/sessions/control.ts';
import { ValueError } from '../../../engine/errors.ts';
import { auditEntry, withAudit } from '../audit.ts';
import type { Change, Environment, State } from '../state.ts';
import { show } from '../words.ts';

/** What the answer says about the control of the campaign. */
export function controlView(state: State): Control {
  return state.control;
}

/**
 * Either what is asked of the program that runs the experiments, or what it reports.
 *
 * @throws ValueError both, neither, or a field of the other one
 */
export function putControl(state: State, request: ControlRequest, environment: Environment): Change<Control> {
  const { requested, reported } = request;
  if ((requested == null) === (reported == null)) {
    throw new ValueError('control: send exactly one of requested and reported');
  }
  const others = requested != null ? (['reported_by', 'detail'] as const) : (['requested_by'] as const);
  const stray = others.find((field) => request[field] != null);
  if (stray !== undefined) {
    const side = requested != null ? 'reported' : 'requested';
    throw new ValueError(
      `${stray} ${show(request[stray])} belongs to ${side}; leave it out, or send ${side}`,
    );
  }
  const { now } = environment;
  const part =
    requested != null
      ? { requested, requested_at: now, requested_by: request.requested_by ?? null }
      : {
          reported: reported as Control['reported'],
          reported_at: now,
          reported_by: request.reported_by ?? null,
          detail: request.detail ?? null,
        };
  const control = { ...state.control, ...part };
  const type = requested != null ? 'control_requested' : 'control_reported';
  return {
    state: withAudit({ ...state, control }, auditEntry(type, part, environment)),
    answer: control,
    events: [{ type: 'control_changed', data: { control } }],
  };
}
