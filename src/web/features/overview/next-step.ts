import { count } from '../../text/format.ts';

interface Standing {
  readonly variables: number;
  /** Recorded experiments, and how many of them have a result. */
  readonly rows: number;
  readonly measured: number;
  /** Whether somebody said what is measured, and to what end. */
  readonly declared: boolean;
  /** Goals as they are taken, in words; one per objective. */
  readonly goals: readonly string[];
  readonly waiting: number;
  readonly trained: boolean;
  readonly unseen: number;
}

interface Step {
  readonly title: string;
  readonly text: string;
  readonly view: string;
  readonly action: string;
}

const setGoals = (goals: readonly string[]): Step => ({
  title: 'State which results should be high, and which low',
  text: `Assumed so far: ${goals.join('; ')}.`,
  view: 'variables',
  action: 'Set the goals',
});

/** The next sensible thing to do. */
export function nextStep(now: Standing): Step {
  if (now.variables === 0)
    return {
      title: 'Define what you can change',
      text: 'Temperature, amounts, solvents: each becomes a variable with a range or a list of values.',
      view: 'variables',
      action: 'Define variables',
    };
  if (now.waiting > 0)
    return {
      title: `${count(now.waiting, 'run')} waiting to be measured`,
      text: `Run ${now.waiting === 1 ? 'it and enter the result' : 'them and enter the results'}. The model learns from each.`,
      view: 'queue',
      action: 'Open the queue',
    };
  if (now.rows === 0 && !now.declared)
    return {
      title: 'Say what you measure',
      text: 'The name and unit of the result, and whether it should be high, low or close to a value.',
      view: 'variables',
      action: 'Set the goal',
    };
  // One result is usually to be high; of several, some are not.
  if (!now.declared && now.goals.length > 1) return setGoals(now.goals);
  if (now.rows >= 5 && now.measured === 0)
    return {
      title: 'No run has given a result yet',
      text: 'A model learns from measured results. Choose other settings, or wider ranges of the variables.',
      view: 'variables',
      action: 'Review the variables',
    };
  if (now.rows === 0)
    return {
      title: 'Make a first set of runs',
      text: 'A design covers the whole range with few runs. Suggest can choose the first runs too. You can also import results that you already have.',
      view: 'designs',
      action: 'Make a design',
    };
  if (now.rows >= 5 && (!now.trained || now.unseen > 0))
    return {
      title: now.trained ? `${count(now.unseen, 'result')} not in the model yet` : 'Train a first model',
      text: 'Training takes seconds and needs no settings.',
      view: 'model',
      action: 'Train the model',
    };
  return {
    title: 'Ask for the next experiments',
    text:
      now.rows < 5
        ? 'The first runs are spread over the ranges. Later ones are chosen by a model of the results.'
        : 'The next runs balance the expected result and its uncertainty.',
    view: 'suggest',
    action: 'Suggest experiments',
  };
}
