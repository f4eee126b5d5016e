/**
 * Waiting jobs, one line per key, served in turn: a session with a hundred jobs delays another one by at most one job.
 *
 * Within a key the order is first in, first out. `take` scans keys in turn, so its cost is O(keys) only while
 * every worker that could serve them is busy.
 */
export class FairQueue<Job> {
  readonly #lines = new Map<string, Job[]>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** Jobs that wait under one key. */
  lengthOf(key: string): number {
    return this.#lines.get(key)?.length ?? 0;
  }

  add(key: string, job: Job): void {
    const line = this.#lines.get(key);
    if (line === undefined) this.#lines.set(key, [job]);
    else line.push(job);
    this.#length += 1;
  }

  /** Takes the first job, in turn, for which `place` finds a place; the key that was served goes last. */
  take<Place>(place: (job: Job) => Place | undefined): { job: Job; place: Place } | undefined {
    for (const [key, line] of this.#lines) {
      const job = line[0]!;
      const found = place(job);
      if (found === undefined) continue;
      line.shift();
      this.#length -= 1;
      this.#lines.delete(key);
      if (line.length > 0) this.#lines.set(key, line);
      return { job, place: found };
    }
    return undefined;
  }

  /** The least value of the waiting jobs; infinity when none waits. */
  least(of: (job: Job) => number): number {
    let least = Number.POSITIVE_INFINITY;
    for (const line of this.#lines.values()) for (const job of line) least = Math.min(least, of(job));
    return least;
  }

  some(test: (job: Job) => boolean): boolean {
    for (const line of this.#lines.values()) if (line.some(test)) return true;
    return false;
  }

  /** Takes out one job wherever it waits; false when it does not. */
  remove(key: string, job: Job): boolean {
    const line = this.#lines.get(key);
    const at = line?.indexOf(job) ?? -1;
    if (line === undefined || at < 0) return false;
    line.splice(at, 1);
    if (line.length === 0) this.#lines.delete(key);
    this.#length -= 1;
    return true;
  }

  /** Empties the queue and returns what was in it. */
  drain(): Job[] {
    const jobs = [...this.#lines.values()].flat();
    this.#lines.clear();
    this.#length = 0;
    return jobs;
  }
}
