/** A day alone where the time is midnight, a time alone where that is wanted, else both. */
export function dateText(date: Date, only?: 'time'): string {
  const [day = '', rest = ''] = date.toISOString().split('T');
  const time = rest.replace(/\.000Z$/, 'Z');
  if (only === 'time') return time.replace('Z', '');
  return time === '00:00:00Z' ? day : `${day}T${time}`;
}
