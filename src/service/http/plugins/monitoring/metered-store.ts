import type { Store } from '../../../store/store.ts';
import { type StoreMeasure, secondsSince, storeChannel } from '../../../telemetry.ts';

const measured = ['load', 'revision', 'save', 'append', 'transaction', 'remove', 'list'] as const;

type Call = (...args: unknown[]) => Promise<unknown>;

function timed(operation: string, call: Call): Call {
  return async (...args) => {
    const began = performance.now();
    let outcome: StoreMeasure['outcome'] = 'failed';
    try {
      const answer = await call(...args);
      outcome = 'done';
      return answer;
    } finally {
      storeChannel.publish({ operation, seconds: secondsSince(began), outcome });
    }
  };
}

/** The same store, measuring how long its calls take. */
export function meteredStore(store: Store): Store {
  const calls = new Map<PropertyKey, Call>(
    measured.map((operation) => [operation, timed(operation, (store[operation] as Call).bind(store))]),
  );
  return new Proxy(store, { get: (target, name) => calls.get(name) ?? Reflect.get(target, name, target) });
}
