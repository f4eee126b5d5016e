import type { TaskName, TaskTable } from './task-table.ts';

/** Operations per second of one worker on the native backend, to the order of magnitude. */
const operationsPerSecond = 5e9;
/** Likelihoods of a fit with five folds, and predictions of one search. */
const likelihoods = 300;
const predictions = 50_000;

/** Seconds that a task takes, from its size alone; undefined if that cannot be computed. */
function bySize<Name extends TaskName>(name: Name, task: TaskTable[Name]['task']): number | undefined {
  if (name === 'train') {
    const { n, d, outputs } = task as TaskTable['train']['task'];
    return ((n * n * (40 + 4 * d) + 2 * n ** 3) * likelihoods * outputs.length) / operationsPerSecond;
  }
  if (name === 'suggest' || name === 'find_optimum') {
    const { models, count = 1 } = task as Partial<TaskTable['suggest']['task']>;
    const one = (models ?? []).reduce((sum, { n, d }) => sum + n * (40 + 2 * d) + n * n, 0);
    return (one * predictions * count) / operationsPerSecond;
  }
  return name === 'predict' ? 0 : undefined;
}

/** Numbers in a task, as a measure of its size. */
function sizeOf(value: unknown): number {
  if (ArrayBuffer.isView(value)) return value.byteLength / 8;
  if (typeof value !== 'object' || value === null) return 1;
  const entries = value instanceof Map ? [...value.values()] : Object.values(value);
  return entries.reduce((sum: number, entry) => sum + sizeOf(entry), 0);
}

/** Seconds that tasks take: computed from their size where possible, else as long as the last one of that size took. */
export class DurationEstimates {
  readonly #taken = new Map<string, number>();

  #key(name: TaskName, task: unknown): string {
    return `${name} ${Math.round(2 * Math.log2(1 + sizeOf(task)))}`;
  }

  seconds<Name extends TaskName>(name: Name, task: TaskTable[Name]['task']): number {
    return bySize(name, task) ?? this.#taken.get(this.#key(name, task)) ?? 0;
  }

  note<Name extends TaskName>(name: Name, task: TaskTable[Name]['task'], seconds: number): void {
    this.#taken.set(this.#key(name, task), seconds);
  }
}

/** Bytes that a task takes beyond a small one: a training has four matrices. */
export function memoryOf<Name extends TaskName>(name: Name, task: TaskTable[Name]['task']): number {
  return name === 'train' ? 4 * 8 * (task as TaskTable['train']['task']).n ** 2 : 0;
}
