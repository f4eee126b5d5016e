import { withSign } from '../text/numbers.ts';

const words = { '-': 'Minus', '<': 'Below', '>': 'Above' } as const;
export type Sign = keyof typeof words;

/** Keys for the signs that a telephone's keypad of numbers lacks; the styles show them on touch screens alone. */
export function SignKeys(props: {
  signs: readonly Sign[];
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <span className="sign-keys">
      {props.signs.map((sign) => (
        <button
          key={sign}
          type="button"
          aria-label={`${words[sign]}: ${props.label}`}
          // The field keeps the focus, and the keypad stays.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => props.onChange(withSign(props.value, sign))}
        >
          {sign === '-' ? '−' : sign}
        </button>
      ))}
    </span>
  );
}
