import type { Goal } from '../api/types.ts';
import { SelectField } from '../components/field.tsx';
import type { Objective } from './objectives.ts';

/** Which way each objective is to go. */
export function GoalFields(props: {
  objectives: readonly Objective[];
  goals: readonly Goal[];
  setGoal: (index: number, goal: Goal) => void;
}) {
  const several = props.objectives.length > 1;
  return props.objectives.map((objective, index) => (
    <SelectField
      key={objective.name}
      label={several ? `Goal for ${objective.label}` : 'Goal'}
      value={props.goals[index] ?? 'maximize'}
      onChange={(goal) => props.setGoal(index, goal === 'minimize' ? 'minimize' : 'maximize')}
      options={[
        ['maximize', `maximize ${objective.label}`],
        ['minimize', `minimize ${objective.label}`],
      ]}
      narrow
    />
  ));
}
