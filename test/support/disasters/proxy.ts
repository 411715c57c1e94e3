import { spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { temporaryFolder } from '#server/platform/embedded-postgres/owner-process.ts';
import { until } from '#test/support/outage.ts';
import { freePort } from '#test/support/program.ts';

/** The reason to skip a test where HAProxy is not installed. */
export const noProxy =
  spawnSync('haproxy', ['-v']).status === 0 ? false : 'not run: HAProxy is not installed';

/** HAProxy in front of web processes. It sends requests to those that are ready. */
export async function startProxy(t: TestContext, ports: string[]) {
  const port = await freePort();
  const file = join(await temporaryFolder(t), 'haproxy.cfg');
  writeFileSync(file, configOf(port, ports));
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' });
  t.after(() => child.kill('SIGKILL'));
  const url = `http://127.0.0.1:${port}`;
  const answers = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until('HAProxy', answers);
  /** Waits until the process at this place serves requests. */
  const serving = (place: number) =>
    until(`process ${place} behind HAProxy`, async () => {
      const reply = await fetch(`${url}/healthz`);
      return reply.headers.get('x-served-by') === `web${place}`;
    });
  return { url, serving };
}

/** A reused connection may end while a request is on its way, so each request has its own. */
function configOf(port: string, ports: string[]): string {
  return `
defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  timeout check 2s
  option http-server-close
  option forwardfor
  option redispatch 1
  retries 3
  retry-on conn-failure
frontend members
  bind 127.0.0.1:${port}
  default_backend web
backend web
  balance roundrobin
  option httpchk GET /readyz
  http-response set-header x-served-by %s
  default-server check inter 500ms fall 3 rise 1
${ports.map((each, n) => `  server web${n} 127.0.0.1:${each}`).join('\n')}
`;
}
