import { getPriority, setPriority } from 'node:os';

/**
 * Heavy work gives way to the request loop. On Linux priority belongs to the thread and those that it starts; elsewhere to the whole process, which
 * keeps its own. Only a lower priority than that of the starting thread is asked for: a higher one needs privileges.
 */
export function lowerPriority(): void {
  if (process.platform === 'linux') setPriority(0, Math.min(19, getPriority(0) + 5));
}
