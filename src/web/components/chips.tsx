import { useId, useRef, useState } from 'react';
import { entriesOf } from '../text/lists.ts';

interface ChipsProps {
  /** Accessible name of the field. */
  label: string;
  values: readonly string[];
  onChange: (values: readonly string[]) => void;
  /** What is to be said about a value, such as that it is retired. */
  marks?: Readonly<Record<string, string>>;
  /** How a text is taken apart; by cells by default. */
  split?: (text: string) => string[];
  placeholder?: string;
  invalid?: boolean;
  describedBy?: string | undefined;
  id?: string;
}

const Chip = (props: { value: string; mark: string | undefined; onRemove: () => void }) => (
  <span className={props.mark === undefined ? 'chip' : 'chip closed'}>
    <span>{props.value}</span>
    {props.mark !== undefined && <small>{props.mark}</small>}
    <button type="button" aria-label={`Remove ${props.value}`} onClick={props.onRemove}>
      ✕
    </button>
  </span>
);

/**
 * A list of values, one chip each. Enter ends an entry, a paste from a spreadsheet brings one for every cell; text is
 * never split at commas, which names may hold.
 */
export function Chips(props: ChipsProps) {
  const { values, onChange, split = entriesOf } = props;
  const own = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState('');
  const add = (source: string): void => {
    const added = split(source);
    if (added.length > 0) onChange([...values, ...added]);
    setText('');
  };
  const onKeyDown = (event: React.KeyboardEvent<HTMLInputElement>): void => {
    if (event.key === 'Enter' && text.trim() !== '') {
      event.preventDefault();
      event.stopPropagation();
      add(text);
    } else if (event.key === 'Backspace' && text === '' && values.length > 0) {
      setText(values.at(-1) ?? '');
      onChange(values.slice(0, -1));
      event.preventDefault();
    }
  };
  return (
    <span className={props.invalid ? 'chips wrong' : 'chips'}>
      {values.map((value, index) => (
        <Chip
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry may be there twice while it is typed
          key={index}
          value={value}
          mark={props.marks?.[value]}
          onRemove={() => {
            onChange(values.filter((_, i) => i !== index));
            input.current?.focus();
          }}
        />
      ))}
      <input
        ref={input}
        id={props.id ?? own}
        aria-label={props.id === undefined ? props.label : undefined}
        aria-invalid={props.invalid ? true : undefined}
        aria-describedby={props.describedBy}
        value={text}
        placeholder={values.length === 0 ? props.placeholder : undefined}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => add(text)}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain');
          if (split(pasted).length < 2) return;
          event.preventDefault();
          add(pasted);
        }}
      />
    </span>
  );
}
