import type { Office } from '../office.ts';

export interface Call {
  method: 'GET' | 'POST';
  path: string;
  body?: object;
  accept?: string;
}

export async function send(
  { port, token }: Pick<Office, 'port' | 'token'>,
  { method, path, body, accept = 'application/json' }: Call,
): Promise<Response> {
  const reply = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, accept, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
  return reply;
}

/** The data of the reply. */
export async function read<T>(office: Office, call: Call): Promise<T> {
  const { data } = (await (await send(office, call)).json()) as { data: T };
  return data;
}

export async function timed<T>(run: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const start = performance.now();
  const result = await run();
  return { ms: performance.now() - start, result };
}

/** Makes the calls in turn, one at a time, and prints the median and the slowest twentieth. */
export async function timeCalls(
  office: Office,
  name: string,
  { calls, times, target }: { calls: Call[]; times: number; target: number },
): Promise<void> {
  const warmUp = Math.ceil(times / 10);
  const waits: number[] = [];
  for (let n = -warmUp; n < times; n += 1) {
    const call = calls[(n + warmUp) % calls.length];
    if (call === undefined) return;
    const { ms } = await timed(async () => (await send(office, call)).arrayBuffer());
    if (n >= 0) waits.push(ms);
  }
  console.log(`${name}: ${describeWaits(waits)}${verdictOf(waits, target)}`);
}

export function describeWaits(waits: number[]): string {
  return `p50 ${at(waits, 0.5).toFixed(0)} ms, p95 ${at(waits, 0.95).toFixed(0)} ms`;
}

function verdictOf(waits: number[], target: number): string {
  return `, target ${target} ms${at(waits, 0.5) > target ? ', MISSED' : ''}`;
}

function at(waits: number[], share: number): number {
  return waits.toSorted((one, other) => one - other)[Math.floor(waits.length * share)] ?? 0;
}
