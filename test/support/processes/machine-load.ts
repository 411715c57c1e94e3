import { availableParallelism, loadavg } from 'node:os';

/** How many times as long everything may take beside other work: runnable processes for each core, at least 1. */
export function machineLoad(): number {
  return Math.max(1, (loadavg()[0] ?? 1) / availableParallelism());
}
