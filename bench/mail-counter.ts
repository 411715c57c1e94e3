import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { openMailServer } from '#test/support/mail/smtp-server.ts';

interface Counted {
  arrived: number;
  /** How many different ones it arrived at: with only ours, as many, or somebody got two. */
  addresses: number;
}

/** A mail server in a process of its own, that only counts: so that it costs the sender nothing. */
export async function startCounter() {
  const child = fork(fileURLToPath(import.meta.url));
  const [url] = (await once(child, 'message')) as [string];
  return {
    url,
    async count(): Promise<Counted> {
      child.send('count');
      const [counted] = (await once(child, 'message')) as [Counted];
      return counted;
    },
    async stop(): Promise<void> {
      child.kill();
      await once(child, 'exit');
    },
  };
}

if (import.meta.main) {
  let count = 0;
  const server = await openMailServer({
    keepsRaw: false,
    taken: () => {
      count += 1;
      return '250 taken';
    },
  });
  process.on('message', () => process.send?.({ arrived: count, addresses: server.counts.size }));
  process.send?.(server.url);
}
