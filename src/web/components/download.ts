/** Hands the reader a file. */
export function download(name: string, content: Blob | string, type = 'text/plain;charset=utf-8'): void {
  const blob = typeof content === 'string' ? new Blob([content], { type }) : content;
  const url = URL.createObjectURL(blob);
  const anchor = document.createElement('a');
  anchor.href = url;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A name as that of a file, in any script. */
export const asFileName = (name: string): string => name.replace(/[^\p{L}\p{M}\p{N}_-]+/gu, '_');
