/** Edit distance with exchanged neighbours (optimal string alignment), upper and lower case alike. */
function distance(a: string, b: string): number {
  const [left, right] = [a.toLowerCase(), b.toLowerCase()];
  let before: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, j) => j);
  for (let i = 1; i <= left.length; i++) {
    const row = [i];
    for (let j = 1; j <= right.length; j++) {
      const differs = left[i - 1] === right[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1];
      const steps = [last[j] + 1, row[j - 1] + 1, last[j - 1] + differs];
      row.push(Math.min(...steps, swapped ? before[j - 2] + 1 : Number.POSITIVE_INFINITY));
    }
    [before, last] = [last, row];
  }
  return last[right.length];
}

/** How far a known name is from one, if it may be meant: at most a third of its letters differ and one agrees, or one holds the other. */
function nearness(name: string, one: string): number | undefined {
  const holds = (a: string, b: string) => a.length >= 3 && b.toLowerCase().includes(a.toLowerCase());
  const longer = Math.abs(one.length - name.length);
  if (holds(name, one) || holds(one, name)) return longer;
  const most = Math.max(1, one.length / 3);
  // No distance is less than the difference of the lengths: long names are not compared letter by letter.
  const far = longer <= most ? distance(name, one) : Number.POSITIVE_INFINITY;
  return far <= most && far < one.length ? far : undefined;
}

/** The known name that is likely meant. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > 64) return undefined;
  let nearest: { readonly one: string; readonly far: number } | undefined;
  for (const one of known) {
    const far = nearness(name, one);
    if (far !== undefined && (nearest === undefined || far < nearest.far)) nearest = { one, far };
  }
  return nearest?.one;
}
