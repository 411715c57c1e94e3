import { addressOf, machines, nameOf, password, type Machine } from './machines.ts';

/** Of Patroni on this machine. */
async function statusOf(machine: Machine): Promise<PatroniStatus> {
  const reply = await fetch(`http://${addressOf(machine)}:8008/patroni`, {
    signal: AbortSignal.timeout(2000),
  });
  return (await reply.json()) as PatroniStatus;
}

interface PatroniStatus {
  state: string;
  role: string;
  replication?: { application_name: string; state: string; sync_state: string }[];
}

/** The machine whose Patroni says that it leads, or null. */
export async function leaderNow(): Promise<Machine | null> {
  const statuses = await Promise.all(
    machines.map(async (machine) => ({
      machine,
      status: await statusOf(machine).catch(() => null),
    })),
  );
  const leading = statuses.find(
    ({ status }) => status?.state === 'running' && ['master', 'primary'].includes(status.role),
  );
  return leading?.machine ?? null;
}

/** The leader has two standbys, and one of them is synchronous. */
export async function isWhole(): Promise<boolean> {
  const leader = await leaderNow();
  if (leader === null) return false;
  const statuses = await Promise.all(machines.map(statusOf));
  if (!statuses.every(({ state }) => state === 'running')) return false;
  const { replication = [] } = await statusOf(leader);
  const streaming = replication.filter(({ state }) => state === 'streaming');
  return streaming.length === 2 && streaming.some(({ sync_state }) => sync_state === 'sync');
}

/** The machine that a commit of this leader waits for. */
export async function synchronousStandby(leader: Machine): Promise<Machine> {
  const { replication = [] } = await statusOf(leader);
  const name = replication.find(({ sync_state }) => sync_state === 'sync')?.application_name;
  const found = machines.find((machine) => nameOf(machine) === name);
  if (found === undefined) throw new Error('No standby is synchronous.');
  return found;
}

/** Another machine leads from now on, as before maintenance. */
export async function switchOver(leader: Machine): Promise<void> {
  const reply = await fetch(`http://${addressOf(leader)}:8008/switchover`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`patroni:${password}`)}` },
    body: JSON.stringify({ leader: nameOf(leader) }),
  });
  if (!reply.ok) throw new Error(`Patroni: ${await reply.text()}`);
}
