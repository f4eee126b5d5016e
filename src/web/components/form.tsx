import type { ReactNode } from 'react';

/** A form that sends by a call of ours; the browser does not leave the page. Its button may stand elsewhere and name its `id`. */
export const Form = (props: {
  id?: string;
  onSubmit: () => Promise<unknown>;
  inline?: boolean;
  children: ReactNode;
}) => (
  <form
    id={props.id}
    className={props.inline ? 'inline-form' : undefined}
    onSubmit={(event) => {
      event.preventDefault();
      void props.onSubmit();
    }}
  >
    {props.children}
  </form>
);

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
