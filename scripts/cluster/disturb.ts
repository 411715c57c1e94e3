import { postmasterOf, type Machine } from './machines.ts';
import { findProcess, signalTree } from './processes.ts';

/** The machine loses its power. */
export function killMachine(folder: string, machine: Machine): void {
  for (const pid of processesOf(folder, machine)) signalTree(pid, 'SIGKILL');
}

/** The machine hangs, and goes on later as if nothing had happened. */
export function freezeMachine(folder: string, machine: Machine): () => void {
  const pids = processesOf(folder, machine);
  for (const pid of pids) signalTree(pid, 'SIGSTOP');
  return () => {
    for (const pid of pids) signalTree(pid, 'SIGCONT');
  };
}

/** Patroni, and PostgreSQL, which is not below it. */
function processesOf(folder: string, machine: Machine): number[] {
  const patroni = findProcess(folder, `patroni${machine}`);
  return [patroni, postmasterOf(folder, machine)].filter((pid) => pid !== null);
}

/** Neither etcd nor clients reach the machine, nor does it reach them. The other databases do. */
export function cutOff(folder: string, machine: Machine): () => void {
  const pid = findProcess(folder, `relay${machine}`);
  if (pid !== null) signalTree(pid, 'SIGSTOP');
  return () => pid !== null && signalTree(pid, 'SIGCONT');
}
