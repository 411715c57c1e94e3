import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

/** The card provider in a process of its own. It confirms every notification. */
export async function startProvider() {
  const child = fork(fileURLToPath(import.meta.url));
  const [url] = (await once(child, 'message')) as [string];
  return {
    url,
    async stop(): Promise<void> {
      child.kill();
      await once(child, 'exit');
    },
  };
}

if (import.meta.main) {
  const server = createServer((request, reply) => {
    request.resume().on('end', () => reply.end('VALID'));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  process.send?.(`http://127.0.0.1:${port}/eng/query/validate`);
}
