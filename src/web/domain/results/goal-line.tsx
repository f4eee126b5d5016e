import { link } from '../../components/route.ts';
import { Term } from '../../components/term.tsx';
import { goalWords, type Objective, useDeclared } from './objectives.ts';
import type { Direction } from './trace.ts';

/** What the campaign is for, and the place where that is said. */
export function GoalLine(props: {
  id: string;
  objectives: readonly Objective[];
  goals: readonly Direction[];
}) {
  const { id, objectives, goals } = props;
  const list = useDeclared(id).data;
  const joined = objectives.length > 1 && list?.join === 'desirability';
  return (
    <p className="goal-line">
      {list?.declared === false ? 'Goal, assumed' : 'Goal'}:{' '}
      {objectives.map((one, k) => goalWords(one, goals[k] ?? 'maximize')).join('; ')}
      {joined && (
        <>
          , joined by{' '}
          <span className="unbroken">
            <Term name="desirability">desirability</Term>.
          </span>
        </>
      )}
      {!joined && '.'}{' '}
      <a href={link(id, 'variables')}>{list?.declared === false ? 'Set the goal' : 'Change'}</a>
    </p>
  );
}
