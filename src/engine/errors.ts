/** Bad input: the message names the field, the value got and the way out. */
export class ValueError extends Error {
  override name = 'ValueError';
}

/** An array whose length or shape is not what the callee documents. */
export class ShapeError extends ValueError {
  override name = 'ShapeError';
}

/** Constraints (with what is held or observed) leave no point. */
export class InfeasibleRegionError extends ValueError {
  override name = 'InfeasibleRegionError';
}

/** Every run of a candidate list that a request may propose is recorded, pending or failed. */
export class ListUsedUpError extends ValueError {
  override name = 'ListUsedUpError';
}

/** A design whose points cannot estimate the model that it implies; the message names the terms. */
export class DesignNotEstimableError extends ValueError {
  override name = 'DesignNotEstimableError';
}

/** A matrix that stays indefinite with the largest jitter that the caller allows. */
export class NotPositiveDefiniteError extends Error {
  override name = 'NotPositiveDefiniteError';
}

/** Work that was given up because nobody waits for it. */
export class CancelledError extends Error {
  override name = 'CancelledError';
}

/** A compute backend that was requested and cannot start. */
export class BackendUnavailableError extends Error {
  override name = 'BackendUnavailableError';
}
