import { lazy, Suspense, useState } from 'react';
import type { MenuProps } from './menu-list.tsx';

const MenuList = lazy(() => import('./menu-list.tsx').then((part) => ({ default: part.MenuList })));

/** A button that opens a list of actions, whose code is loaded when the first one opens. */
export function Menu(props: MenuProps) {
  const [wasOpened, setOpened] = useState(false);
  const button = (
    <button
      type="button"
      className="plain icon"
      aria-label={props.label}
      title={props.label}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setOpened(true)}
    >
      {props.sign}
    </button>
  );
  return wasOpened ? (
    <Suspense fallback={button}>
      <MenuList {...props} />
    </Suspense>
  ) : (
    button
  );
}
