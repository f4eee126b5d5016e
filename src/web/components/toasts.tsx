import { Toaster, toast } from 'sonner';
import { awaitedParts } from '../api/parts.ts';
import { replays, resends } from '../api/resend.ts';
import { keepRemarks } from './kept-remarks.ts';
import { parseRoute } from './route.ts';

interface Step {
  readonly label: string;
  /** Session in which it was taken; undefined outside of sessions. */
  readonly session: string | undefined;
  readonly undo: () => Promise<void>;
}

const undoStack: Step[] = [];
const sessionHere = (): string | undefined => parseRoute(location.hash).session;
/** The message that says what was done last: the next one takes its place, and its button goes at once. */
let latest: { readonly id: string | number; readonly text: string } | undefined;

function say(text: string, step?: Step): void {
  if (latest && toast.getToasts().some((one) => one.id === latest?.id)) {
    toast(latest.text, { id: latest.id, action: undefined });
    toast.dismiss(latest.id);
  }
  const id = toast(text, {
    className: 'toast',
    duration: step ? 8_000 : 4_000,
    ...(step ? { action: { label: 'Undo', onClick: () => void takeBack(step) } } : {}),
  });
  latest = { id, text };
}

/** Says that something worked. */
export const notify = (text: string): void => say(text);

/**
 * Shows a text while something is above zero. Each showing has its own id: a dismissal takes two frames and would remove a newer
 * message of the same id.
 */
function sayWhile({ subscribe, get }: typeof resends, text: string): void {
  let shown: string | number | undefined;
  subscribe(() => {
    if (get() === 0) {
      if (shown !== undefined) toast.dismiss(shown);
      shown = undefined;
    } else if (!toast.getToasts().some(({ id }) => id === shown))
      shown = toast(text, { className: 'toast', duration: Number.POSITIVE_INFINITY });
  });
}

sayWhile(resends, 'The server does not answer. Your input is kept, and the request is sent again.');
sayWhile(awaitedParts, 'The server does not answer. The page continues by itself as soon as it does.');

replays.subscribe(() => {
  toast('The server had done this when its answer was lost. It was not done a second time.', {
    className: 'toast',
    duration: 12_000,
  });
});

/**
 * The same of what can be taken back, from the message or with Ctrl+Z.
 *
 * @param session in which it was done, which may have been left meanwhile; undefined outside of sessions
 * @param remarks of the server on it, which stay above the pages of the session until they are dismissed
 */
export function notifyStep(
  session: string | undefined,
  text: string,
  undo: () => Promise<void>,
  remarks: readonly string[] = [],
): void {
  const forget = session === undefined ? undefined : keepRemarks(session, text, remarks);
  const takeBack = async (): Promise<void> => {
    await undo();
    forget?.();
  };
  const step = { label: text, session, undo: takeBack };
  undoStack.push(step);
  say(text, step);
}

/** Shows what went wrong, in the server's words. */
export const failed = (error: unknown): void => void explain(error, 12_000);

function explain(error: unknown, duration: number): string | number | undefined {
  if (error instanceof DOMException && error.name === 'AbortError') {
    say('Cancelled.');
    return undefined;
  }
  return toast(error instanceof Error ? error.message : String(error), {
    className: 'toast toast-problem',
    duration,
  });
}

/** The message of the last action that failed; each has its own id, as above. */
let lastFailure: string | number | undefined;

/**
 * Runs an action of the reader and shows its failure until it is dismissed or the next action begins: the reader of work that took
 * minutes may look elsewhere. Gives undefined when it failed.
 */
export async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
  if (lastFailure !== undefined) toast.dismiss(lastFailure);
  lastFailure = undefined;
  try {
    return await work();
  } catch (error) {
    if (lastFailure !== undefined) toast.dismiss(lastFailure);
    lastFailure = explain(error, Number.POSITIVE_INFINITY);
    return undefined;
  }
}

async function takeBack(step: Step): Promise<void> {
  const at = undoStack.indexOf(step);
  if (at < 0) return;
  undoStack.splice(at, 1);
  await attempt(async () => {
    await step.undo();
    say(`Undone: ${step.label}`);
  });
}

/** Takes back the latest action in this session that can be taken back. */
export async function undoLast(): Promise<void> {
  const here = sessionHere();
  const step = undoStack.findLast(({ session }) => session === here);
  if (step) await takeBack(step);
  else say('Nothing to undo.');
}

/** Messages, in the bar at the top of the page, so that they cover nothing of its content. */
export const Toasts = () => (
  <Toaster
    position="top-center"
    offset={5}
    mobileOffset={4}
    visibleToasts={1}
    closeButton
    toastOptions={{ unstyled: true, closeButtonAriaLabel: 'Dismiss' }}
    containerAriaLabel="Messages"
  />
);
