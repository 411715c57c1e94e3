import assert from 'node:assert/strict';
import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { test } from 'node:test';
import { uploadImport } from '#contract/imports/endpoints.ts';
import { openTestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { onePerson } from '#test/support/imports/open-imports.ts';
import { naledi } from '#test/support/people.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const address = await app.fastify.listen({ host: '127.0.0.1', port: 0 });

/** The next process that the application starts. It stands still at once, so it never finishes by itself. */
function nextReader(): Promise<ChildProcess> {
  const { promise, resolve } = Promise.withResolvers<ChildProcess>();
  let isFirst = true;
  subscribe('child_process', (message) => {
    if (!isFirst) return;
    isFirst = false;
    const { process: child } = message as { process: ChildProcess };
    child.once('spawn', () => {
      child.kill('SIGSTOP');
      resolve(child);
    });
  });
  return promise;
}

const file = () => new File([onePerson('left')], 'members.csv');
const upload = () => {
  const query = { fileName: 'members.csv', kind: 'members' } as const;
  return callApi(app, uploadImport, { query, file: file() }, { token });
};

function sendOverSocket(signal: AbortSignal): Promise<unknown> {
  const body = new FormData();
  body.set('file', file());
  const url = `${address}/api${uploadImport.path}?fileName=members.csv&kind=members`;
  const headers = { authorization: `Bearer ${token}` };
  return fetch(url, { method: 'POST', body, headers, signal });
}

test('when the client leaves, the reading process ends, and the next file has its turn', async () => {
  const client = new AbortController();
  const started = nextReader();
  const sending = sendOverSocket(client.signal);
  const reader = await started;
  const ended = once(reader, 'exit');
  client.abort();
  await assert.rejects(sending, { name: 'AbortError' });
  assert.deepEqual(await ended, [null, 'SIGKILL']);
  assert.equal((await upload()).status, 201);
});
