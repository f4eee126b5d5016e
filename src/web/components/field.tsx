import { type ClipboardEvent, type ReactNode, useId } from 'react';
import { Chips } from './chips.tsx';
import { type Sign, SignKeys } from './sign-keys.tsx';

interface Base {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** What it is in each entry of a list, so that the focus finds it in another one. */
  control?: string;
}

function Frame(props: Base & { id: string; children: ReactNode; narrow?: boolean | undefined }) {
  return (
    <div className={props.narrow ? 'field narrow' : 'field'}>
      <label htmlFor={props.id}>{props.label}</label>
      {props.children}
      {props.error !== undefined && props.error !== '' ? (
        <p className="field-error" id={`${props.id}-note`}>
          {props.error}
        </p>
      ) : (
        props.hint !== undefined && (
          <p className="hint" id={`${props.id}-note`}>
            {props.hint}
          </p>
        )
      )}
    </div>
  );
}

interface TextProps extends Base {
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  /** Keypads that lack a minus: of numbers that cannot be negative, or beside `signs`. */
  inputMode?: 'decimal' | 'numeric';
  narrow?: boolean;
  /** Signs that a number may begin with and that the keypad of a telephone lacks. */
  signs?: readonly Sign[];
  /** Has the focus when its window opens. */
  first?: boolean;
  /** Shows dots instead of what is typed, and is never filled in by the browser. */
  secret?: boolean;
  onPaste?: (event: ClipboardEvent) => void;
}

export function TextField(props: TextProps) {
  const id = useId();
  const noted = props.error || props.hint;
  const { signs = [] } = props;
  return (
    <Frame {...props} id={id}>
      <input
        id={id}
        type={props.secret ? 'password' : 'text'}
        autoComplete={props.secret ? 'new-password' : undefined}
        value={props.value}
        placeholder={props.placeholder}
        inputMode={props.inputMode}
        aria-invalid={props.error ? true : undefined}
        aria-describedby={noted ? `${id}-note` : undefined}
        data-first={props.first ? '' : undefined}
        data-control={props.control}
        onChange={(event) => props.onChange(event.target.value)}
        onPaste={props.onPaste}
      />
      {signs.length > 0 && <SignKeys {...props} signs={signs} />}
    </Frame>
  );
}

/** Several lines of text. */
export function TextArea(props: Omit<TextProps, 'inputMode' | 'secret' | 'signs' | 'first' | 'onPaste'>) {
  const id = useId();
  return (
    <Frame {...props} id={id}>
      <textarea
        id={id}
        rows={4}
        value={props.value}
        placeholder={props.placeholder}
        aria-invalid={props.error ? true : undefined}
        aria-describedby={props.error || props.hint ? `${id}-note` : undefined}
        onChange={(event) => props.onChange(event.target.value)}
      />
    </Frame>
  );
}

interface SelectProps extends Base {
  value: string;
  onChange: (value: string) => void;
  options: readonly (string | readonly [value: string, label: string])[];
  narrow?: boolean;
}

export function SelectField(props: SelectProps) {
  const id = useId();
  return (
    <Frame {...props} id={id}>
      <select
        id={id}
        data-control={props.control}
        value={props.value}
        aria-invalid={props.error ? true : undefined}
        aria-describedby={props.error || props.hint ? `${id}-note` : undefined}
        onChange={(event) => props.onChange(event.target.value)}
      >
        {props.options.map((option) => {
          const [value, label] = typeof option === 'string' ? [option, option] : option;
          return (
            <option key={value} value={value}>
              {label}
            </option>
          );
        })}
      </select>
    </Frame>
  );
}

/** A list of values, one chip each. */
export function ChipsField(
  props: Base & {
    values: readonly string[];
    onChange: (values: readonly string[]) => void;
    placeholder?: string;
  },
) {
  const id = useId();
  return (
    <Frame {...props} id={id}>
      <Chips
        {...props}
        id={id}
        invalid={props.error !== undefined && props.error !== ''}
        describedBy={props.error || props.hint ? `${id}-note` : undefined}
      />
    </Frame>
  );
}

export function CheckField(props: { label: string; checked: boolean; onChange: (on: boolean) => void }) {
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={props.checked}
        onChange={(event) => props.onChange(event.target.checked)}
      />
      <span>{props.label}</span>
    </label>
  );
}
