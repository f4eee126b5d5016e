/** The backends that `ATHANOR_BACKEND` may name; `pick.ts` opens them. */
export const backendNames = ['cuda', 'native', 'tfjs', 'ts'] as const;

export type BackendName = (typeof backendNames)[number];

/** `auto`: the fastest that opens. */
export type BackendChoice = 'auto' | BackendName;
