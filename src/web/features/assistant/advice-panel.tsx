import { useState } from 'react';
import { Panel, Scroll } from '../../components/page-parts.tsx';
import { TableHead } from '../../components/table-head.tsx';
import type { Advice } from '../../domain/assistant.ts';
import { count } from '../../text/format.ts';

interface TableProps {
  advice: Advice;
  /** Effects that are not taken over. */
  left: ReadonlySet<string>;
  toggle: (effect: string) => void;
}

const EffectTable = ({ advice, left, toggle }: TableProps) => (
  <Scroll label="Effects named">
    <table className="table">
      <TableHead columns={['Use', 'Effect', 'Confidence', 'Why']} />
      <tbody>
        {advice.effects.map((effect) => (
          <tr key={effect}>
            <td>
              <input
                type="checkbox"
                aria-label={`Use ${effect}`}
                checked={!left.has(effect)}
                onChange={() => toggle(effect)}
              />
            </td>
            <td className="formula">{effect}</td>
            <td>{advice.confidence.find((one) => one.effect === effect)?.level ?? '–'}</td>
            <td className="why">{advice.reasoning.find((one) => one.effect === effect)?.reason ?? '–'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </Scroll>
);

/** Effects that the model named, each with its reason, to be taken over one by one. */
export function AdvicePanel(props: {
  advice: Advice;
  onUse: (effects: readonly string[]) => void;
  onClear: () => void;
}) {
  const { advice } = props;
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const taken = advice.effects.filter((effect) => !left.has(effect));
  const toggle = (effect: string): void => {
    const next = new Set(left);
    if (!next.delete(effect)) next.add(effect);
    setLeft(next);
  };
  return (
    <Panel
      title={count(advice.effects.length, 'effect')}
      actions={
        <>
          <button type="button" className="plain" onClick={props.onClear}>
            Clear
          </button>
          <button
            type="button"
            className="primary"
            disabled={taken.length === 0}
            onClick={() => props.onUse(taken)}
          >
            Design for {count(taken.length, 'effect')}
          </button>
        </>
      }
    >
      <p className="note warn">{advice.disclaimer}</p>
      <EffectTable advice={advice} left={left} toggle={toggle} />
      {advice.sources.length > 0 && (
        <p className="hint">Sources named by the model, not checked: {advice.sources.join('; ')}.</p>
      )}
    </Panel>
  );
}
