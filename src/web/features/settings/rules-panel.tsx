import { useState } from 'react';
import { calls, change } from '../../api/actions.ts';
import { useVariables } from '../../api/session.ts';
import type { Rules, RulesRequest, Variable } from '../../api/types.ts';
import { CopyAs } from '../../components/copy-as.tsx';
import { CheckField, TextField } from '../../components/field.tsx';
import { useFollowingDraft } from '../../components/follow.ts';
import { Discard, Form } from '../../components/form.tsx';
import { Panel } from '../../components/page-parts.tsx';
import { numberHead, TableHead } from '../../components/table-head.tsx';
import { attempt, notifyStep } from '../../components/toasts.tsx';
import { readConstraint, unitsOf, writeConstraint } from '../../domain/variables/expression.ts';
import { useRules } from '../../domain/variables/rules.ts';
import { count, labelled } from '../../text/format.ts';
import { draftOf, limitsIn, type RulesDraft, readRules } from './rules-draft.ts';

const ruled = ['variables', 'rules', 'queue', 'audit', 'history'];

const sides = [
  ['low', 'Lower limit'],
  ['high', 'Upper limit'],
] as const;

interface PartProps {
  draft: RulesDraft;
  set: (draft: RulesDraft) => void;
  numeric: readonly Variable[];
}

function VariableLimits({ draft, set, numeric }: PartProps) {
  const { errors } = readRules(draft);
  return (
    <table className="table stacks">
      <TableHead columns={['Variable', ...sides.map(([, words]) => numberHead(words))]} />
      <tbody>
        {numeric.map(({ name, unit }) => (
          <tr key={name}>
            <td className="wraps">{labelled(name, unit)}</td>
            {sides.map(([side, words]) => (
              <td key={side} className="number" data-label={words}>
                <span className="cell-input">
                  <input
                    className="short"
                    aria-label={`${words} of ${name}`}
                    aria-invalid={errors[`${name}.${side}`] ? true : undefined}
                    value={limitsIn(draft, name)[side]}
                    onChange={(event) =>
                      set({
                        ...draft,
                        limits: {
                          ...draft.limits,
                          [name]: { ...limitsIn(draft, name), [side]: event.target.value },
                        },
                      })
                    }
                  />
                  {errors[`${name}.${side}`] && (
                    <span className="cell-error">{errors[`${name}.${side}`]}</span>
                  )}
                </span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A limit on the first variable, or on its sum with one of the same unit. */
function exampleLimit([first, ...others]: PartProps['numeric']): string {
  if (first === undefined) return 'a + b ≤ 10';
  const like = others.find(({ unit }) => unit === first.unit);
  return `${like ? `${first.name} + ${like.name}` : first.name} ≤ 10`;
}

/** Sums that must not grow too large, such as the volume of a vial. */
function LinearLimits({ draft, set, numeric }: PartProps) {
  const [name, setName] = useState('');
  const [text, setText] = useState('');
  const read = readConstraint(
    text,
    numeric.map((one) => one.name),
    unitsOf(numeric),
  );
  const isSum = read.ok && read.type === 'inequality';
  const taken = draft.linear.some((one) => one.name === name.trim());
  const add = (): void => {
    if (!isSum) return;
    const one = { name: name.trim(), coefficients: read.coefficients, at_most: read.rhs };
    set({ ...draft, linear: [...draft.linear, one] });
    setName('');
    setText('');
  };
  return (
    <>
      {draft.linear.length > 0 && (
        <ul>
          {draft.linear.map((one) => (
            <li key={one.name}>
              <b>{one.name}</b>: {writeConstraint({ ...one, type: 'inequality', rhs: one.at_most })}{' '}
              <button
                type="button"
                className="plain"
                aria-label={`Remove limit ${one.name}`}
                onClick={() => set({ ...draft, linear: draft.linear.filter((other) => other !== one) })}
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className="inline-form">
        <TextField
          label="Name of a limited sum"
          value={name}
          onChange={setName}
          placeholder="vial"
          error={taken ? 'this name is already used' : undefined}
          narrow
        />
        <TextField
          label="Limited sum"
          value={text}
          onChange={setText}
          hint={`Such as ${exampleLimit(numeric)}`}
          error={text === '' ? undefined : read.ok ? (isSum ? undefined : 'needs ≤ or ≥') : read.problem}
        />
        <button type="button" disabled={!isSum || name.trim() === '' || taken} onClick={add}>
          Add to the limits
        </button>
      </div>
    </>
  );
}

function Choices(props: {
  draft: RulesDraft;
  set: (next: RulesDraft) => void;
  moveBounds: boolean;
  setMoveBounds: (next: boolean) => void;
}) {
  return (
    <div className="fields">
      <CheckField
        label="Require a named person to approve and start each run"
        checked={props.draft.approval}
        onChange={(approval) => props.set({ ...props.draft, approval })}
      />
      <CheckField
        label="Move variable bounds that lie outside a limit"
        checked={props.moveBounds}
        onChange={props.setMoveBounds}
      />
    </div>
  );
}

const requestOf = (rules: Rules): RulesRequest => ({
  limits: [...rules.limits],
  linear: [...rules.linear],
  approval: rules.approval,
});

function RulesForm({ id, rules, numeric }: { id: string; rules: Rules; numeric: readonly Variable[] }) {
  const stored = draftOf(
    rules,
    numeric.map(({ name }) => name),
  );
  const {
    form: draft,
    set: setDraft,
    onSaved,
    discard,
    isChanged,
  } = useFollowingDraft(`rules.${id}`, stored);
  const [moveBounds, setMoveBounds] = useState(true);
  const [why, setWhy] = useState('');
  const { request, errors } = readRules(draft);
  const call = () =>
    calls.putRules(id, {
      ...request,
      move_bounds: moveBounds,
      ...(why.trim() === '' ? {} : { why: why.trim() }),
    });
  const save = async (): Promise<void> => {
    const answer = await attempt(() => change<Rules>(id, call(), ruled));
    if (!answer) return;
    onSaved();
    setWhy('');
    const moved = answer.moved ? ` Bounds of ${answer.moved.join(', ')} adjusted.` : '';
    notifyStep(id, `Safety limits saved.${moved}`, async () => {
      await change(id, calls.putRules(id, requestOf(rules)), ruled);
    });
  };
  return (
    <Form onSubmit={save}>
      {numeric.length === 0 ? (
        <p className="hint">There are no numeric variables to limit.</p>
      ) : (
        <>
          <VariableLimits draft={draft} set={setDraft} numeric={numeric} />
          <LinearLimits draft={draft} set={setDraft} numeric={numeric} />
        </>
      )}
      <Choices draft={draft} set={setDraft} moveBounds={moveBounds} setMoveBounds={setMoveBounds} />
      <div className="row end">
        <TextField label="Reason, for the audit log" value={why} onChange={setWhy} />
        <Discard isChanged={isChanged} onClick={discard} />
        <CopyAs what="Save safety limits" call={call} />
        <button type="submit" className="primary" disabled={!isChanged || Object.keys(errors).length > 0}>
          Save safety limits
        </button>
      </div>
    </Form>
  );
}

/** What no run may leave, and whether runs are approved. */
export function RulesPanel({ id }: { id: string }) {
  const rules = useRules(id).data;
  const variables = useVariables(id).data ?? [];
  const numeric = variables.filter(({ type, role }) => type !== 'categorical' && role !== 'observed');
  if (!rules) return null;
  return (
    <Panel changes="own" title="Safety limits and approval">
      <p className="hint">
        Designs, suggestions, staged runs and programs stay within these limits, and so do the bounds of
        variables.
      </p>
      {rules.runs_outside.length > 0 && (
        <p className="note warn">
          {count(rules.runs_outside.length, 'staged run')} outside the limits cannot be started.
        </p>
      )}
      <RulesForm id={id} rules={rules} numeric={numeric} />
    </Panel>
  );
}
