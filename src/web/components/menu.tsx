import { useState } from 'react';
import type { MenuList, MenuProps } from './menu-list.tsx';
import { attempt } from './toasts.tsx';

/** The list, once its code is there. */
let List: typeof MenuList | undefined;

async function load(): Promise<void> {
  List = (await import('./menu-list.tsx')).MenuList;
}

/** Before a key opens the menu, its button has the focus: the list is there for the next key. */
const prepare = (): void => void load().catch(() => {});

/** A button that opens a list of actions, whose code is loaded when the first one may open. */
export function Menu(props: MenuProps) {
  const [opened, setOpened] = useState<'by keys' | 'by pointer'>();
  const open = async (how: 'by keys' | 'by pointer'): Promise<void> => {
    if (!List) await load();
    setOpened(how);
  };
  if (opened && List) return <List {...props} byKeys={opened === 'by keys'} />;
  return (
    <button
      type="button"
      className="plain icon"
      aria-label={props.label}
      title={props.label}
      data-control="menu"
      aria-haspopup="menu"
      aria-expanded={false}
      onFocus={prepare}
      onPointerEnter={prepare}
      onClick={({ detail }) => void attempt(() => open(detail === 0 ? 'by keys' : 'by pointer'))}
    >
      {props.sign}
    </button>
  );
}
