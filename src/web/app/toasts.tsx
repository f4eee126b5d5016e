import { useSyncExternalStore } from 'react';

interface Toast {
  readonly id: number;
  readonly kind: 'done' | 'problem';
  readonly text: string;
  readonly undo: (() => Promise<void>) | undefined;
}

let toasts: readonly Toast[] = [];
let next = 1;
const listeners = new Set<() => void>();
const undoStack: { label: string; undo: () => Promise<void> }[] = [];

function set(list: readonly Toast[]): void {
  toasts = list;
  for (const listener of listeners) listener();
}

function show(kind: Toast['kind'], text: string, undo?: () => Promise<void>): void {
  const toast = { id: next++, kind, text, undo };
  // Only the latest change is taken back by a click; those before it follow with Ctrl+Z, in their order.
  const before = toasts.slice(-3).map((one) => (undo ? { ...one, undo: undefined } : one));
  set([...before, toast]);
  setTimeout(() => dismiss(toast.id), kind === 'problem' ? 12_000 : undo ? 8_000 : 4_000);
}

function dismiss(id: number): void {
  set(toasts.filter((toast) => toast.id !== id));
}

/** Says that something worked; with `undo` it can be taken back from the message or with Ctrl+Z. */
export function told(text: string, undo?: () => Promise<void>): void {
  if (undo) undoStack.push({ label: text, undo });
  show('done', text, undo);
}

/** Shows what went wrong, in the server's words. */
export function failed(error: unknown): void {
  if (error instanceof DOMException && error.name === 'AbortError') {
    show('done', 'Cancelled.');
    return;
  }
  show('problem', error instanceof Error ? error.message : String(error));
}

/** Runs an action of the reader and shows its failure. Gives undefined when it failed. */
export async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    failed(error);
    return undefined;
  }
}

/** Takes back the latest action that can be taken back. */
export async function undoLast(): Promise<void> {
  const step = undoStack.pop();
  if (!step) {
    show('done', 'Nothing to undo.');
    return;
  }
  await attempt(async () => {
    await step.undo();
    show('done', `Undone: ${step.label}`);
  });
}

function undoToast(toast: Toast): void {
  const index = undoStack.findIndex((step) => step.undo === toast.undo);
  const [step] = index < 0 ? [] : undoStack.splice(index, 1);
  dismiss(toast.id);
  if (step)
    void attempt(async () => {
      await step.undo();
      show('done', `Undone: ${step.label}`);
    });
}

export function Toasts() {
  const list = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => toasts,
  );
  return (
    <div className="toasts" role="status" aria-live="polite">
      {list.map((toast) => (
        <div key={toast.id} className={`toast toast-${toast.kind}`}>
          <span>{toast.text}</span>
          {toast.undo && (
            <button type="button" className="plain" onClick={() => undoToast(toast)}>
              Undo
            </button>
          )}
          <button type="button" className="plain" aria-label="Dismiss" onClick={() => dismiss(toast.id)}>
            ✕
          </button>
        </div>
      ))}
    </div>
  );
}
