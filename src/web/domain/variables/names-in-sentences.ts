import type { Variable } from '../../api/types.ts';

/** Names that are in sentences of the server, where they keep their points. */
export const namesInSentences = (variables: readonly Variable[]): string[] =>
  variables.flatMap(({ name, categories }) => [name, ...(categories ?? [])]);
