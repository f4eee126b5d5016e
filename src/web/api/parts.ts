import { backOff, resending } from '../../client/back-off.ts';
import { createListeners } from './listeners.ts';
import { pause } from './resend.ts';

/** Whether the server answers with the page, and with no error of a proxy. */
export const serverAnswers = (): Promise<boolean> =>
  fetch('./', { method: 'HEAD', cache: 'no-store', headers: { accept: 'text/html' } }).then(
    ({ ok }) => ok,
    () => false,
  );

const { subscribe, notify } = createListeners();

let nAwaited = 0;

/** How many parts of the page wait for a server that does not answer. */
export const awaitedParts = { subscribe, get: (): number => nAwaited };

function count(change: 1 | -1): void {
  nAwaited += change;
  notify();
}

/**
 * Waits until the server answers again.
 *
 * @throws the reason of the signal, once it is given up
 */
export async function awaitServer(signal: AbortSignal): Promise<void> {
  count(1);
  try {
    for (let n = 0; !(await serverAnswers()); n++) await pause(backOff(resending, n), signal);
  } finally {
    count(-1);
  }
}

/**
 * Loads a part of the page when it is first needed. While no server answers it is tried again.
 *
 * @throws what loading throws where the server answers, as after its update, which has other parts
 */
export async function loadPart<Part>(load: () => Promise<Part>): Promise<Part> {
  let failures = 0;
  try {
    for (;;) {
      try {
        return await load();
      } catch (error) {
        if (await serverAnswers()) {
          // It may have come back since the part was asked for.
          if (failures === 0) return await load();
          throw error;
        }
        if (failures++ === 0) count(1);
        await new Promise((resolve) => setTimeout(resolve, backOff(resending, failures)));
      }
    }
  } finally {
    if (failures > 0) count(-1);
  }
}
