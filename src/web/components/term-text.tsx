import { Tooltip } from 'radix-ui';
import type { ReactNode } from 'react';

interface TermTextProps {
  text: string;
  /** The focus was on the term when this took its place. */
  focused: boolean;
  children: ReactNode;
}

/** A term with its explanation, which is open at first. */
export const TermText = ({ text, focused, children }: TermTextProps) => (
  <Tooltip.Provider delayDuration={200}>
    <Tooltip.Root defaultOpen>
      <Tooltip.Trigger className="term" autoFocus={focused}>
        {children}
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content className="term-text" sideOffset={4} collisionPadding={10}>
          {text}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  </Tooltip.Provider>
);
