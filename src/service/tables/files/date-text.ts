/** A day alone where the time is midnight, a time alone where that is wanted, else both: `local` without a zone. */
export function dateText(date: Date, only?: 'time' | 'local'): string {
  const [day = '', rest = ''] = date.toISOString().split('T');
  const time = rest.replace(/\.000Z$/, 'Z');
  if (only === 'time') return time.replace('Z', '');
  if (time === '00:00:00Z') return day;
  return `${day}T${only === 'local' ? time.replace('Z', '') : time}`;
}
