/** Elements of a long array that are turned into text at once: some milliseconds of work. */
const group = 256;

/**
 * JSON text of a document in pieces, so that writing a large one does not hold up other work.
 *
 * Objects are opened down to `depth`, arrays longer than a group are cut into groups; all else is one piece.
 */
export function* jsonChunks(value: unknown, depth = 3): Generator<string> {
  if (Array.isArray(value) && value.length > group) {
    yield '[';
    for (let from = 0; from < value.length; from += group) {
      const text = JSON.stringify(value.slice(from, from + group));
      yield `${from > 0 ? ',' : ''}${text.slice(1, -1)}`;
    }
    yield ']';
    return;
  }
  if (depth === 0 || typeof value !== 'object' || value === null || Array.isArray(value)) {
    yield JSON.stringify(value ?? null);
    return;
  }
  let before = '{';
  for (const [key, entry] of Object.entries(value)) {
    if (entry === undefined) continue;
    yield `${before}${JSON.stringify(key)}:`;
    yield* jsonChunks(entry, depth - 1);
    before = ',';
  }
  yield before === '{' ? '{}' : '}';
}
