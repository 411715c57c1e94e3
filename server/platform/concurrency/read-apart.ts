import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ReaderReply, ReaderRequest } from './reader-program.ts';
import { openTurnTaking } from './turns.ts';

/** What a reader may use. */
export interface ReaderLimits {
  /** Of its work. The time in which the application takes what was read does not count. */
  seconds: number;
  /** Ends the work, for example because the client has left. */
  signal?: AbortSignal | undefined;
  /** Whose turn it is. */
  caller?: string | undefined;
}

/** Why a file was not read to its end. `refused`: the reader has thrown an error of this class. */
export class ReaderError extends Error {
  readonly reason: 'refused' | 'time' | 'memory';
  readonly className: string;

  constructor(reason: ReaderError['reason'], message: string, className = '') {
    super(message);
    this.reason = reason;
    this.className = className;
  }
}

/** MB of a reader's heap. The largest honest files take about half of it. */
const heapMb = 192;
/** How long an idle process waits for the next file. */
const idleMs = 10_000;

const program = new URL('reader-program.ts', import.meta.url);
const takeTurn = openTurnTaking({ atOnce: 2, mostOfCaller: 1, mostWaiting: 20 });
const idle = new Map<ChildProcess, NodeJS.Timeout>();

/**
 * What a module of ours reads of a file that may be made to harm, in a process of its own: a thread that runs out of memory takes
 * the application with it (decision 77). Yields the values of the module's `read`, each when it is asked for.
 */
export async function* readApart<T>(
  module: URL,
  task: object,
  limits: ReaderLimits,
): AsyncGenerator<T> {
  const endTurn = await takeTurn(limits.caller ?? '', limits.signal);
  let child: ChildProcess | undefined;
  let isFree = false;
  try {
    child = takeIdle() ?? startChild();
    let left = limits.seconds * 1000;
    let request: ReaderRequest = { module: module.href, task };
    for (;;) {
      const begun = performance.now();
      const reply = await ask(child, request, left, limits.signal);
      left -= performance.now() - begun;
      isFree = reply === 'done' || 'error' in reply;
      if (reply === 'done') return;
      if ('error' in reply) throw new ReaderError('refused', reply.message, reply.error);
      yield reply.value as T;
      request = 'next';
    }
  } finally {
    // Also when the rest is not asked for.
    if (isFree && child !== undefined) keep(child);
    else child?.kill('SIGKILL');
    endTurn();
  }
}

/** The single value of a module. */
export async function readOneApart<T>(module: URL, task: object, limits: ReaderLimits): Promise<T> {
  // To the end, so that the process is free for the next file.
  const values = await Array.fromAsync(readApart<T>(module, task, limits));
  const [value] = values;
  if (value === undefined) throw new Error(`${module.href} has read nothing`);
  return value;
}

function startChild(): ChildProcess {
  const child = fork(fileURLToPath(program), [], {
    stdio: 'ignore',
    serialization: 'advanced',
    // It needs nothing of the application's settings and secrets.
    env: {},
    execArgv: [`--max-old-space-size=${heapMb}`, '--max-semi-space-size=4'],
  });
  child.on('exit', () => forget(child));
  // Also of a process that ends while it is idle.
  child.on('error', () => forget(child));
  return child;
}

/** Keeps the process for the next file for a while, without keeping the application alive. */
function keep(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
  const end = () => {
    forget(child);
    child.kill('SIGKILL');
  };
  idle.set(child, setTimeout(end, idleMs).unref());
}

function takeIdle(): ChildProcess | undefined {
  const [child] = idle.keys();
  if (child === undefined) return undefined;
  forget(child);
  child.ref();
  child.channel?.ref();
  return child;
}

function forget(child: ChildProcess): void {
  clearTimeout(idle.get(child));
  idle.delete(child);
}

async function ask(
  child: ChildProcess,
  request: ReaderRequest,
  ms: number,
  signal: AbortSignal | undefined,
): Promise<ReaderReply> {
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<ReaderReply>();
  const onMessage = (reply: unknown) => resolve(reply as ReaderReply);
  const onError = (error: Error) => reject(error);
  const onExit = (code: number | null) =>
    reject(
      code === 1
        ? new Error('A reader process could not start')
        : new ReaderError('memory', 'The reader process ended'),
    );
  const onAbort = () => reject(signal?.reason);
  const timer = setTimeout(() => reject(new ReaderError('time', 'Too slow')), Math.max(ms, 0));
  child.once('message', onMessage).once('error', onError).once('exit', onExit);
  signal?.addEventListener('abort', onAbort, { once: true });
  try {
    child.send(request, (error) => {
      if (error !== null) reject(error);
    });
    return await promise;
  } finally {
    clearTimeout(timer);
    child.off('message', onMessage).off('error', onError).off('exit', onExit);
    signal?.removeEventListener('abort', onAbort);
  }
}
