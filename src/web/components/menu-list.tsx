import { DropdownMenu } from 'radix-ui';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef } from 'react';

interface MenuEntry {
  readonly label: string;
  readonly run: () => void;
  readonly danger?: boolean;
}

export interface MenuProps {
  label: string;
  sign: ReactNode;
  entries: readonly MenuEntry[];
}

/** Where each key goes from an entry of a list. */
const moves: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowDown: (at, count) => Math.min(at + 1, count - 1),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** Moves at once: the library moves in a timer, and Enter would run the entry that was left. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const entries = [...event.currentTarget.querySelectorAll('[role=menuitem]')] as HTMLElement[];
  const at = entries.indexOf(document.activeElement as HTMLElement);
  const to = moves[event.key]?.(at, entries.length);
  if (at < 0 || to === undefined) return;
  event.preventDefault();
  entries[to]?.focus();
}

/** The button of a menu, and its list, which is open at first; its first entry has the focus if a key opened it. */
export function MenuList(props: MenuProps & { byKeys: boolean; onReady: () => void }) {
  // The library has not seen the key that opened it first.
  const toFirst = useRef(props.byKeys);
  const onFocus = ({ target, currentTarget }: FocusEvent<HTMLElement>): void => {
    if (!toFirst.current || target !== currentTarget) return;
    toFirst.current = false;
    currentTarget.querySelector<HTMLElement>('[role=menuitem]')?.focus();
    props.onReady();
  };
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger
        className="plain icon"
        aria-label={props.label}
        title={props.label}
        data-control="menu"
      >
        {props.sign}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="menu-list"
          align="end"
          sideOffset={4}
          collisionPadding={8}
          onFocus={onFocus}
          onKeyDownCapture={moveFocus}
        >
          {props.entries.map((entry) => (
            <DropdownMenu.Item
              key={entry.label}
              className={entry.danger ? 'menu-item bad' : 'menu-item'}
              onSelect={entry.run}
            >
              {entry.label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
