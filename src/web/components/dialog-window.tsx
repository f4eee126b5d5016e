import { Dialog as Primitive } from 'radix-ui';
import { type ReactNode, useRef } from 'react';
import { typeEarlyKeys } from './early-keys.tsx';
import { giveFocusBack, noteOpener, type Opener } from './focus-back.ts';

export interface DialogProps {
  title: string;
  onClose: () => void;
  wide?: boolean;
  /** What takes the focus when the window closes. */
  opener: Opener;
  children: ReactNode;
}

export function DialogWindow(props: DialogProps) {
  const isTyped = useRef(false);
  return (
    <Primitive.Root open onOpenChange={(open) => !open && props.onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className="dialog-overlay" />
        <Primitive.Content
          className={props.wide ? 'dialog wide' : 'dialog'}
          aria-describedby={undefined}
          onInput={({ target }) => {
            if (target instanceof Element && target.closest('form')) isTyped.current = true;
          }}
          onInteractOutside={(event) => {
            if (isTyped.current) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            giveFocusBack(props.opener);
          }}
          onOpenAutoFocus={(event) => {
            noteOpener(event.currentTarget as HTMLElement, props.opener);
            const first = (event.currentTarget as HTMLElement).querySelector<HTMLElement>('[data-first]');
            if (first) {
              event.preventDefault();
              first.focus();
            }
            typeEarlyKeys(first);
          }}
        >
          <div className="dialog-body">
            <header>
              <Primitive.Title>{props.title}</Primitive.Title>
              <Primitive.Close className="plain" aria-label="Close">
                ✕
              </Primitive.Close>
            </header>
            {props.children}
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
