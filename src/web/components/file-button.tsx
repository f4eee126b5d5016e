import { type ReactNode, useRef } from 'react';

/** Button that opens a file. */
export function FileButton(props: {
  /** What the file holds, for those who hear the page. */
  label: string;
  accept: string;
  disabled?: boolean;
  onFile: (file: File) => void;
  children: ReactNode;
}) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        accept={props.accept}
        hidden
        aria-label={props.label}
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file) props.onFile(file);
        }}
      />
      <button type="button" disabled={props.disabled} onClick={() => picker.current?.click()}>
        {props.children}
      </button>
    </>
  );
}
