import { type ReactNode, useRef, useState } from 'react';

interface FormProps {
  id?: string;
  onSubmit: () => Promise<unknown>;
  inline?: boolean;
  children: ReactNode;
}

/**
 * A form that sends by a call of ours; the browser does not leave the page. Its button may stand elsewhere and name its `id`. While
 * it is being sent it is not sent a second time.
 */
export function Form({ id, onSubmit, inline, children }: FormProps) {
  const sending = useRef(false);
  const [busy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    await onSubmit().finally(() => {
      sending.current = false;
      setBusy(false);
    });
  };
  return (
    <form
      id={id}
      className={inline ? 'inline-form' : undefined}
      aria-busy={busy}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {children}
    </form>
  );
}

/** Forgets what was typed and not saved; absent where nothing was. */
export const Discard = (props: { isChanged: boolean; onClick: () => void }) =>
  props.isChanged && (
    <button type="button" onClick={props.onClick}>
      Discard changes
    </button>
  );

/** The last line of a form in a window: its button. */
export const Submit = (props: { label: string; disabled?: boolean; children?: ReactNode }) => (
  <div className="row end">
    {props.children}
    <button type="submit" className="primary" disabled={props.disabled}>
      {props.label}
    </button>
  </div>
);
