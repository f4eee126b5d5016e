import { type ReactNode, Suspense, useState } from 'react';
import { type GlossaryTerm, glossary } from '../text/glossary.ts';
import { lazyPart } from './lazy-part.ts';

const TermText = lazyPart(() => import('./term-text.tsx').then((part) => ({ default: part.TermText })));

/** A term of the field, explained when the pointer or the focus is on it; the code is loaded when the first one is. */
export function Term(props: { name: GlossaryTerm; children?: ReactNode }) {
  const [met, setMet] = useState<'pointer' | 'focus' | undefined>();
  const words = props.children ?? props.name;
  const button = (
    <button
      type="button"
      className="term"
      onPointerEnter={() => setMet('pointer')}
      onFocus={() => setMet('focus')}
    >
      {words}
    </button>
  );
  if (met === undefined) return button;
  return (
    <Suspense fallback={button}>
      <TermText text={glossary[props.name]} focused={met === 'focus'}>
        {words}
      </TermText>
    </Suspense>
  );
}
