import { lazy, Suspense, useState } from 'react';
import type { MenuProps } from './menu-list.tsx';

const MenuList = lazy(() => import('./menu-list.tsx').then((part) => ({ default: part.MenuList })));

/** A button that opens a list of actions, whose code is loaded when the first one opens. */
export function Menu(props: MenuProps) {
  const [opened, setOpened] = useState<'by keys' | 'by pointer'>();
  const button = (
    <button
      type="button"
      className="plain icon"
      aria-label={props.label}
      title={props.label}
      data-control="menu"
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={({ detail }) => setOpened(detail === 0 ? 'by keys' : 'by pointer')}
    >
      {props.sign}
    </button>
  );
  return opened ? (
    <Suspense fallback={button}>
      <MenuList {...props} byKeys={opened === 'by keys'} />
    </Suspense>
  ) : (
    button
  );
}
