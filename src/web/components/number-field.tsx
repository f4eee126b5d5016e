import { useState } from 'react';
import { parseNumber, readNumber, writeNumber } from '../text/numbers.ts';
import { TextField } from './field.tsx';

interface Base {
  label: string;
  hint?: string;
  placeholder?: string;
  /** Lowest number that is accepted. */
  least?: number;
}

/** What is typed stands as long as it means the value; a change from elsewhere shows at once. */
const shownText = (text: string | undefined, value: number | null): string => {
  const own = value === null ? '' : writeNumber(value);
  if (text === undefined) return own;
  return parseNumber(text) === undefined || parseNumber(text) === (value ?? undefined) ? text : own;
};

const fault = (text: string, least: number | undefined): string | undefined => {
  const { value, problem } = readNumber(text);
  if (value === undefined) return problem === 'missing' ? 'a number' : problem;
  return least !== undefined && value < least ? `at least ${writeNumber(least)}` : undefined;
};

/** The keypad of a telephone has no minus. */
const keypad = (least: number | undefined) =>
  least !== undefined && least >= 0 ? ({ inputMode: 'decimal' } as const) : {};

/** A number being typed, read in the user's own form; what is no number yet is not handed on. */
export function NumberField(props: Base & { value: number; onChange: (value: number) => void }) {
  const [text, setText] = useState<string | undefined>();
  const shown = shownText(text, props.value);
  return (
    <TextField
      {...props}
      value={shown}
      {...keypad(props.least)}
      narrow
      error={fault(shown, props.least)}
      onChange={(next) => {
        setText(next);
        const value = parseNumber(next);
        if (value !== undefined && fault(next, props.least) === undefined) props.onChange(value);
      }}
    />
  );
}

/** The same where nothing may stand, which gives null. */
export function OptionalNumberField(
  props: Base & { value: number | null; onChange: (value: number | null) => void },
) {
  const [text, setText] = useState<string | undefined>();
  const shown = text?.trim() === '' && props.value === null ? '' : shownText(text, props.value);
  return (
    <TextField
      {...props}
      value={shown}
      {...keypad(props.least)}
      narrow
      error={shown.trim() === '' ? undefined : fault(shown, props.least)}
      onChange={(next) => {
        setText(next);
        const value = parseNumber(next);
        if (next.trim() === '') props.onChange(null);
        else if (value !== undefined && fault(next, props.least) === undefined) props.onChange(value);
      }}
    />
  );
}
