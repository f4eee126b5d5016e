import { DropdownMenu } from 'radix-ui';
import type { ReactNode } from 'react';

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

/** The button of a menu, and its list, which is open at first. */
export function MenuList(props: MenuProps) {
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger className="plain icon" aria-label={props.label} title={props.label}>
        {props.sign}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu-list" align="end" sideOffset={4} collisionPadding={8}>
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
