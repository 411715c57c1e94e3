import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { openMailServer } from '#server/testing/mail/smtp-server.ts';

/** A mail server in a process of its own, that only counts: so that it costs the sender nothing. */
export async function startCounter() {
  const child = fork(fileURLToPath(import.meta.url));
  const [url] = (await once(child, 'message')) as [string];
  return {
    url,
    async count(): Promise<number> {
      child.send('count');
      const [count] = (await once(child, 'message')) as [number];
      return count;
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
  process.on('message', () => process.send?.(count));
  process.send?.(server.url);
}
