const isTwice = (answer: unknown): answer is { items: unknown; experiments: unknown; total: number } => {
  const { items, experiments } = (answer ?? {}) as Record<string, unknown>;
  return Array.isArray(items) && items === experiments;
};

/**
 * JSON text of an answer. A page that is in it under two names, as the interface of release 0.4.0 and ours have it, is
 * turned into text once.
 */
export function answerText(answer: unknown): string {
  if (!isTwice(answer)) return JSON.stringify(answer);
  const { items, experiments: _same, ...others } = answer;
  const page = JSON.stringify(items);
  return `{"experiments":${page},"items":${page},${JSON.stringify(others).slice(1)}`;
}
