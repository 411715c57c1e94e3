import { setTimeout as wait } from 'node:timers/promises';

import { endOrphan } from './orphan.ts';
import { launch } from './postmaster.ts';
import type { Launch, Postmaster } from './postmaster.ts';
import { untilReady } from './ready.ts';

const retry = { firstPause: 100, longestPause: 5000, patience: 15_000 };

/** Starts PostgreSQL and restarts it after every unexpected exit, until `stop` is called. */
export async function keepRunning(options: Launch, url: string) {
  const stopping = new AbortController();
  let current = await startWithin(retry.patience);
  const ended = supervise().catch(() => undefined);

  async function start(): Promise<Postmaster> {
    await endOrphan(options.cluster, options.log);
    const postmaster = launch(options);
    await untilReady(url, options.cluster, postmaster, stopping.signal);
    return postmaster;
  }

  async function startWithin(patience: number): Promise<Postmaster> {
    const deadline = Date.now() + patience;
    for (let pause = retry.firstPause; ; pause = Math.min(pause * 2, retry.longestPause)) {
      try {
        return await start();
      } catch (error) {
        const hopeless = patience !== Infinity && !willPass(error);
        if (hopeless || Date.now() > deadline || stopping.signal.aborted) throw error;
        options.log(`PostgreSQL is tried again. ${String(error)}`);
        await wait(pause, undefined, { signal: stopping.signal });
      }
    }
  }

  async function supervise(): Promise<void> {
    while (!stopping.signal.aborted) {
      const reason = await current.exited;
      if (stopping.signal.aborted) return;
      options.log(`PostgreSQL ended by itself (${reason}) and is started again.`);
      current = await startWithin(Infinity);
    }
  }

  async function stop(): Promise<void> {
    stopping.abort();
    await current.stop();
    await ended;
    await current.stop();
  }
  return { stop };
}

/** The server processes of a killed postmaster exit shortly after it. */
function willPass(error: unknown): boolean {
  return /shared memory block .*still in use/.test(String(error));
}
