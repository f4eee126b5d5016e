import { calls, change } from '../../api/actions.ts';
import { keyOf, setOptimistic } from '../../api/queries.ts';
import { useContradictions } from '../../api/session.ts';
import type { Constraint, ConstraintList, Variable } from '../../api/types.ts';
import { CopyAs } from '../../components/copy-as.tsx';
import { useDraft } from '../../components/draft.ts';
import { TextField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Panel } from '../../components/page-parts.tsx';
import { actionsHead, TableHead } from '../../components/table-head.tsx';
import { attempt, notifyStep } from '../../components/toasts.tsx';
import { readConstraint, unitsOf, unreachable, writeConstraint } from '../../domain/variables/expression.ts';
import { sentence } from '../../text/format.ts';

const asBody = (constraint: Constraint) => ({
  constraint_type: constraint.type,
  coefficients: constraint.coefficients,
  rhs: constraint.rhs,
  name: constraint.name,
});

function NewConstraint(props: { id: string; numeric: readonly Variable[] }) {
  const { id, numeric } = props;
  const [text, setText, forget] = useDraft(`constraint.${id}`, '');
  const read = readConstraint(
    text,
    numeric.map(({ name }) => name),
    unitsOf(numeric),
  );
  const problem = read.ok ? unreachable(read, numeric) : read.problem;
  const call = () =>
    calls.addConstraint(
      id,
      read.ok
        ? {
            constraint_type: read.type,
            coefficients: read.coefficients,
            rhs: read.rhs,
            // Messages name it so.
            name: writeConstraint(read),
          }
        : { constraint_type: 'inequality', coefficients: {}, rhs: 0 },
    );
  const add = async (): Promise<void> => {
    if (problem !== undefined) return;
    const request = call();
    forget();
    const answer = await attempt(() => change<{ constraint: Constraint }>(id, request, ['constraints']));
    if (!answer) {
      setText(text);
      return;
    }
    notifyStep(id, 'Constraint added.', async () => {
      await change(id, calls.deleteConstraint(id, answer.constraint.name), ['constraints']);
    });
  };
  return (
    <Form onSubmit={add} inline>
      <TextField
        label="New constraint"
        value={text}
        onChange={setText}
        placeholder="water + ethanol = 1"
        error={text === '' ? undefined : problem}
        hint={read.ok ? `Read as: ${writeConstraint(read)}` : 'A sum of numeric variables, with ≤, ≥ or ='}
      />
      <CopyAs what="Add constraint" call={call} />
      <button type="submit" disabled={problem !== undefined}>
        Add constraint
      </button>
    </Form>
  );
}

/** Deletes a constraint, with a way back. */
async function remove(id: string, constraint: Constraint): Promise<void> {
  const back = setOptimistic<ConstraintList>(keyOf(id, 'constraints'), (now) => ({
    ...now,
    constraints: now.constraints.filter((entry) => entry.name !== constraint.name),
  }));
  const done = await attempt(async () => {
    await change(id, calls.deleteConstraint(id, constraint.name), ['constraints']);
    return true;
  });
  if (!done) back();
  else
    notifyStep(id, `Constraint “${constraint.name}” deleted.`, async () => {
      await change(id, calls.addConstraint(id, asBody(constraint)), ['constraints']);
    });
}

/** The rules; with their names, by which messages speak of them, where those are others than the rules themselves. */
function ConstraintTable({ id, constraints }: { id: string; constraints: readonly Constraint[] }) {
  const hasNames = constraints.some((one) => one.name !== writeConstraint(one));
  return (
    <table className="table cards">
      <TableHead columns={[...(hasNames ? ['Name'] : []), 'Rule', actionsHead]} />
      <tbody>
        {constraints.map((constraint) => (
          <tr key={constraint.name} data-item={`constraint ${constraint.name}`}>
            {hasNames && <td data-label="Name">{constraint.name}</td>}
            <td className="formula" data-label="Rule">
              {writeConstraint(constraint)}
            </td>
            <td className="actions">
              <button
                type="button"
                className="plain"
                aria-label={`Delete constraint ${constraint.name}`}
                onClick={() => void remove(id, constraint)}
              >
                Delete
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function ConstraintsPanel(props: {
  id: string;
  variables: readonly Variable[];
  constraints: readonly Constraint[];
}) {
  const { id, constraints } = props;
  const numeric = props.variables.filter(
    (variable) => variable.type !== 'categorical' && variable.type !== 'context',
  );
  const contradictions = useContradictions(id).data;
  return (
    <Panel changes="write" title="Constraints">
      {constraints.length === 0 ? (
        <p className="hint">
          No constraints. Add one if some combinations cannot be run, such as volumes that must fit into a
          vial.
        </p>
      ) : (
        <ConstraintTable id={id} constraints={constraints} />
      )}
      {contradictions?.map((words) => (
        <p key={words} className="note bad" role="alert">
          {sentence(words)}
        </p>
      ))}
      {numeric.length > 0 && <NewConstraint id={id} numeric={numeric} />}
    </Panel>
  );
}
