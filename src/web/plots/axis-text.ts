interface AxisTitle {
  readonly label: string;
  readonly unit?: string | null | undefined;
}

/** Width of a letter of an axis title, pixels. */
const letter = 6.4;

/** Name and unit; a name that is too long for its axis is cut in its middle. `room` is in pixels. */
export function axisText({ label, unit }: AxisTitle, room: number): string {
  const behind = unit ? ` (${unit})` : '';
  const most = Math.max(8, Math.floor(room / letter) - behind.length);
  if (label.length <= most) return label + behind;
  const head = Math.ceil((most - 1) / 2);
  return `${label.slice(0, head).trimEnd()}…${label.slice(label.length - (most - 1 - head)).trimStart()}${behind}`;
}
