import { useRefusal } from '../../components/permission-fieldset.tsx';
import { link } from '../../components/route.ts';

/** A thing to do, and the page where it is done. */
export interface Step {
  readonly title: string;
  readonly text: string;
  readonly view: string;
  readonly action: string;
}

/** What comes once variables and goals are there. */
export const firstRuns: Step = {
  title: 'Make a first set of runs',
  text: 'A design covers the whole range with few runs. Suggest can choose the first runs too. You can also import results that you already have.',
  view: 'designs',
  action: 'Make a design',
};

interface Props {
  id: string;
  step: Step;
}

const Card = ({ id, step }: Props) => (
  <section className="next-step">
    <div>
      <h2>{step.title}</h2>
      <p>{step.text}</p>
    </div>
    <a className="button primary" href={link(id, step.view)}>
      {step.action}
    </a>
  </section>
);

/** What to do next; nothing for whom the server refuses it. */
export const NextStep = (props: Props) => (useRefusal() === undefined ? <Card {...props} /> : null);
