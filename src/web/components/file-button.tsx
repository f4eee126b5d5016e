import { useId, useRef } from 'react';

export const jsonFiles = '.json,application/json';

/** Button that opens a file; the same file can be chosen again. */
export function FileButton(props: {
  label: string;
  /** What the file is, for who hears the page. */
  what: string;
  accept: string;
  disabled?: boolean;
  /** What is wrong with the file chosen last. */
  error?: string | undefined;
  onFile: (file: File) => void;
}) {
  const { error } = props;
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        accept={props.accept}
        hidden
        aria-label={props.what}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) props.onFile(file);
        }}
      />
      <button
        type="button"
        // It keeps the focus, to which a window that the file opens gives it back.
        aria-disabled={props.disabled || undefined}
        aria-describedby={error === undefined ? undefined : id}
        onClick={() => !props.disabled && picker.current?.click()}
      >
        {props.label}
      </button>
      {error !== undefined && (
        <p className="field-error" id={id} role="alert">
          {error}
        </p>
      )}
    </>
  );
}
