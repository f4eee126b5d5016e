import { useLayoutEffect } from 'react';

/** What was typed for a window whose code was on its way. */
let kept = '';

function keep(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'Backspace') kept = kept.slice(0, -1);
  else if (event.key.length === 1) kept += event.key;
  else return;
  event.preventDefault();
  event.stopPropagation();
}

/** Stands in for a window until its code is there: keys go to its first field, and not to the page below. */
export function EarlyKeys() {
  useLayoutEffect(() => {
    addEventListener('keydown', keep, true);
    return () => removeEventListener('keydown', keep, true);
  }, []);
  return null;
}

/** Writes what was typed into a field of text, as if it were typed now. */
export function typeEarlyKeys(field: Element | null): void {
  const text = kept;
  kept = '';
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  if (text === '' || !isText || field.selectionStart === null) return;
  field.setRangeText(text, field.selectionStart, field.selectionEnd ?? field.selectionStart, 'end');
  field.dispatchEvent(new Event('input', { bubbles: true }));
}
