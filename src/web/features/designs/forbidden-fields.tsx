// biome-ignore-all lint/suspicious/noArrayIndexKey: combinations and their conditions have no other identity
import type { Variable } from '../../api/types.ts';
import { SelectField, TextField } from '../../components/field.tsx';
import { labelled } from '../../text/format.ts';
import type { Problems } from './design-problems.ts';
import { type Combination, type Condition, combinationWords, conditionOn } from './forbidden.ts';

interface Props {
  combinations: readonly Combination[];
  set: (combinations: readonly Combination[]) => void;
  variables: readonly Variable[];
  problems: Problems;
}

interface ConditionProps {
  condition: Condition;
  set: (condition: Condition) => void;
  remove: () => void;
  /** Variables that may stand here: its own and those the combination does not name yet. */
  offered: readonly Variable[];
  problem: string | undefined;
}

/** Which values of the variable are meant: one category, or a range. */
function ValueFields({ condition, set, problem, variable }: ConditionProps & { variable: Variable }) {
  if (variable.categories?.length)
    return (
      <SelectField
        label="is"
        value={condition.label}
        onChange={(label) => set({ ...condition, label })}
        options={variable.categories}
        error={problem}
        narrow
      />
    );
  return (
    <>
      <TextField
        label={labelled('from', variable.unit)}
        value={condition.from}
        onChange={(from) => set({ ...condition, from })}
        placeholder="lowest"
        error={problem}
        narrow
      />
      <TextField
        label={labelled('to', variable.unit)}
        value={condition.to}
        onChange={(to) => set({ ...condition, to })}
        placeholder="highest"
        narrow
      />
    </>
  );
}

function ConditionFields(props: ConditionProps) {
  const { condition, set, offered } = props;
  const variable = offered.find((one) => one.name === condition.name);
  return (
    <div className="fields condition">
      <SelectField
        label="Variable"
        value={condition.name}
        onChange={(name) => {
          const next = offered.find((one) => one.name === name);
          if (next) set(conditionOn(next));
        }}
        options={
          variable ? offered.map((one) => one.name) : [condition.name, ...offered.map((one) => one.name)]
        }
        error={variable ? undefined : props.problem}
        narrow
      />
      {variable && <ValueFields {...props} variable={variable} />}
      <button type="button" className="plain" aria-label={`Remove ${condition.name}`} onClick={props.remove}>
        ✕
      </button>
    </div>
  );
}

/** Settings that no run may combine, such as a hot reaction in a solvent that boils below. */
export function ForbiddenFields({ combinations, set, variables, problems }: Props) {
  const own = variables.filter((one) => one.role !== 'observed');
  const change = (k: number, conditions: Combination): void =>
    set(
      conditions.length === 0
        ? combinations.filter((_, index) => index !== k)
        : combinations.map((one, index) => (index === k ? conditions : one)),
    );
  return (
    <div className="forbidden">
      {combinations.map((conditions, k) => {
        const free = own.filter((one) => conditions.every((condition) => condition.name !== one.name));
        const broken = conditions.some((_, i) => problems[`forbidden.${k}.${i}`] !== undefined);
        return (
          <fieldset key={k} className="level">
            <legend>{broken ? `Combination ${k + 1}` : `Never ${combinationWords(conditions, own)}`}</legend>
            {conditions.map((condition, i) => (
              <ConditionFields
                key={i}
                condition={condition}
                set={(next) =>
                  change(
                    k,
                    conditions.map((one, index) => (index === i ? next : one)),
                  )
                }
                remove={() =>
                  change(
                    k,
                    conditions.filter((_, index) => index !== i),
                  )
                }
                offered={own.filter((one) => one.name === condition.name || free.includes(one))}
                problem={problems[`forbidden.${k}.${i}`]}
              />
            ))}
            {free[0] && (
              <button
                type="button"
                className="plain"
                onClick={() => change(k, [...conditions, conditionOn(free[0] as Variable)])}
              >
                and…
              </button>
            )}
          </fieldset>
        );
      })}
      <button
        type="button"
        disabled={own.length === 0}
        onClick={() => own[0] && set([...combinations, [conditionOn(own[0])]])}
      >
        Forbid a combination
      </button>
    </div>
  );
}
