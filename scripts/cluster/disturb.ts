import { postmasterOf, type Machine } from './machines.ts';
import { findProcess, signalTree } from './processes.ts';

/** The machine loses its power. */
export function killMachine(folder: string, machine: Machine): void {
  for (const pid of processesOf(folder, machine)) signalTree(pid, 'SIGKILL');
}

/** The machine hangs, and goes on later as if nothing had happened. */
export function freezeMachine(folder: string, machine: Machine): () => void {
  return freeze(processesOf(folder, machine));
}

/** The same for Patroni and PostgreSQL only. */
export function freezeDatabase(folder: string, machine: Machine): () => void {
  return freeze(databaseOf(folder, machine));
}

function freeze(pids: number[]): () => void {
  for (const pid of pids) signalTree(pid, 'SIGSTOP');
  return () => {
    for (const pid of pids) signalTree(pid, 'SIGCONT');
  };
}

function processesOf(folder: string, machine: Machine): number[] {
  const etcd = findProcess(folder, `etcd${machine}`);
  return [...databaseOf(folder, machine), ...(etcd === null ? [] : [etcd])];
}

/** Patroni, and PostgreSQL, which is not below it. */
function databaseOf(folder: string, machine: Machine): number[] {
  const patroni = findProcess(folder, `patroni${machine}`);
  return [patroni, postmasterOf(folder, machine)].filter((pid) => pid !== null);
}

/** Neither etcd nor clients reach the machine, nor does it reach them. The other databases do. */
export function cutOff(folder: string, machine: Machine): () => void {
  const pid = findProcess(folder, `relay${machine}`);
  if (pid !== null) signalTree(pid, 'SIGSTOP');
  return () => pid !== null && signalTree(pid, 'SIGCONT');
}
