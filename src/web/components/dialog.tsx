import { Suspense, useState } from 'react';
import type { DialogProps } from './dialog-window.tsx';
import { EarlyKeys } from './early-keys.tsx';
import { focusNow } from './focus-back.ts';
import { lazyPart } from './lazy-part.ts';

const DialogWindow = lazyPart(() =>
  import('./dialog-window.tsx').then((part) => ({ default: part.DialogWindow })),
);

/**
 * A window over the page. Escape closes it, and so does a click beside it until its form is edited; the focus returns to where it was. Its code is loaded when the first
 * one opens; what is typed meanwhile goes to its first field.
 */
export function Dialog(props: Omit<DialogProps, 'opener'>) {
  const [opener] = useState(focusNow);
  return (
    <Suspense fallback={<EarlyKeys />}>
      <DialogWindow {...props} opener={opener} />
    </Suspense>
  );
}
