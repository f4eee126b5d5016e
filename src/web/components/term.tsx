import { Tooltip } from 'radix-ui';
import type { ReactNode } from 'react';
import { type GlossaryTerm, glossary } from '../text/glossary.ts';

/** A term of the field, explained when the pointer or the focus is on it. */
export function Term(props: { name: GlossaryTerm; children?: ReactNode }) {
  return (
    <Tooltip.Provider delayDuration={200}>
      <Tooltip.Root>
        <Tooltip.Trigger className="term">{props.children ?? props.name}</Tooltip.Trigger>
        <Tooltip.Portal>
          <Tooltip.Content className="term-text" sideOffset={4} collisionPadding={10}>
            {glossary[props.name]}
          </Tooltip.Content>
        </Tooltip.Portal>
      </Tooltip.Root>
    </Tooltip.Provider>
  );
}
