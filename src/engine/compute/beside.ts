import type { Program, Slot, Step } from './backend.ts';
import { operations } from './cost-model.ts';

/** Operations of some tens of microseconds: waking a second thread takes as long, and far longer on a busy machine. */
export const FEW_OPERATIONS = 5e6;
/** A step of more works on a matrix that all threads share, and its scratch is large. */
const MOST_OPERATIONS = 1e9;

/** Whether a step may run beside others: it neither reads nor writes what they write, nor writes what they read. */
function isIndependent(
  { inputs, outputs }: Step,
  read: ReadonlySet<Slot>,
  written: ReadonlySet<Slot>,
): boolean {
  return !(
    inputs.some((slot) => written.has(slot)) || outputs.some((slot) => written.has(slot) || read.has(slot))
  );
}

/** The steps of a program in their order, in runs of neighbours that are independent of each other. */
export function independentRuns(program: Program): Step[][] {
  const runs: Step[][] = [];
  const [read, written] = [new Set<Slot>(), new Set<Slot>()];
  for (const step of program) {
    if (runs.length === 0 || !isIndependent(step, read, written)) {
      runs.push([]);
      read.clear();
      written.clear();
    }
    runs[runs.length - 1].push(step);
    for (const slot of step.inputs) read.add(slot);
    for (const slot of step.outputs) written.add(slot);
  }
  return runs;
}

/** Whether independent steps end sooner side by side, a thread each, than one after the other, each with all threads. */
export function paysBeside(steps: readonly Step[], threads: number): boolean {
  if (threads === 1 || steps.length === 1) return false;
  const each = steps.map((step) => operations(step));
  const total = each.reduce((sum, one) => sum + one, 0);
  const largest = Math.max(...each);
  if (total < FEW_OPERATIONS || largest > MOST_OPERATIONS) return false;
  // One after the other, small ones have one thread.
  return largest < FEW_OPERATIONS || largest * threads <= total;
}
