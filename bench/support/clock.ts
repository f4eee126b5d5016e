import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of processor time of a process and of its children, those that ended included (Linux: ticks of 10 ms). */
export function processorMs(pid: number): number {
  const times = (one: number) => {
    try {
      const fields = readFileSync(`/proc/${one}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
      const [parent, ...ticks] = [1, 11, 12, 13, 14].map((at) => Number(fields[at]));
      return {
        parent,
        own: 10 * ((ticks[0] ?? 0) + (ticks[1] ?? 0)),
        ended: 10 * ((ticks[2] ?? 0) + (ticks[3] ?? 0)),
      };
    } catch {
      return { parent: 0, own: 0, ended: 0 };
    }
  };
  const { own, ended } = times(pid);
  const children = readdirSync('/proc').filter(
    (name) => /^\d+$/.test(name) && times(Number(name)).parent === pid,
  );
  return own + ended + children.reduce((sum, name) => sum + times(Number(name)).own, 0);
}

/** Milliseconds of processor time of the main thread of a process (Linux: ticks of 10 ms). */
export function threadMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

/** Processor seconds of this process so far: steadier than the clock on a machine that others use too. */
export function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

/** Processor seconds of one call in this process. */
export function cpuSeconds(work: () => unknown): number {
  const before = processorSeconds();
  work();
  return processorSeconds() - before;
}

/** Seconds of one call that waits for others. */
export async function wallSeconds(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return (performance.now() - begin) / 1e3;
}

/** Processor seconds of this thread so far. */
export function threadSeconds(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1e6;
}
