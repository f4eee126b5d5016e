import { lazy, Suspense } from 'react';
import type { DialogProps } from './dialog-window.tsx';
import { EarlyKeys } from './early-keys.tsx';

const DialogWindow = lazy(() =>
  import('./dialog-window.tsx').then((part) => ({ default: part.DialogWindow })),
);

/**
 * A window over the page. Escape or a click beside it closes it; the focus returns to where it was. Its code is loaded when the first
 * one opens; what is typed meanwhile goes to its first field.
 */
export function Dialog(props: DialogProps) {
  return (
    <Suspense fallback={<EarlyKeys />}>
      <DialogWindow {...props} />
    </Suspense>
  );
}
