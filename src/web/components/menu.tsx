import { useEffect, useState } from 'react';
import { loadPart } from '../api/parts.ts';
import type { MenuList, MenuProps } from './menu-list.tsx';
import { attempt } from './toasts.tsx';

/** The list, once its code is there. */
let List: typeof MenuList | undefined;

async function load(): Promise<void> {
  List = (await loadPart(() => import('./menu-list.tsx'))).MenuList;
}

/** Keys pressed after the one that opened a list, and before its first entry has the focus. */
let early: string[] = [];

function keep(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  // A key that is kept down counts once.
  if (!event.repeat) early.push(event.key);
  event.preventDefault();
  event.stopPropagation();
}

/** Presses the keys that were kept, if they are for a list that is there now. */
function pressEarly(isThere: boolean): void {
  removeEventListener('keydown', keep, true);
  const keys = isThere ? early : [];
  early = [];
  for (const key of keys)
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    );
}

/** Before a key opens the menu, its button has the focus: the list is there for the next key. */
const prepare = (): void => void load().catch(() => {});

/** A button that opens a list of actions, whose code is loaded when the first one may open. */
export function Menu(props: MenuProps) {
  const [opened, setOpened] = useState<'by keys' | 'by pointer'>();
  // A row may leave the page while its list is on the way.
  useEffect(() => () => pressEarly(false), []);
  const open = async (how: 'by keys' | 'by pointer'): Promise<void> => {
    if (how === 'by keys') addEventListener('keydown', keep, true);
    if (!List) await load().finally(() => List ?? pressEarly(false));
    setOpened(how);
  };
  if (opened && List)
    return <List {...props} byKeys={opened === 'by keys'} onReady={() => pressEarly(true)} />;
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
