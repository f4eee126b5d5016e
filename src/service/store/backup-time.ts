/**
 * When a copy counts as taken: after the newest one there is, though the clock was set back since.
 *
 * @param time, newest ISO 8601
 */
export function copyTime(time: string, newest: string | undefined): string {
  const last = newest === undefined ? Number.NaN : Date.parse(newest);
  return Date.parse(time) < last ? new Date(last + 1).toISOString() : time;
}
