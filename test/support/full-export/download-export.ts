import assert from 'node:assert/strict';
import { exportEverything } from '#contract/full-export/endpoints.ts';
import type { TestApp } from '#test/support/app.ts';

/** The zip that an administrator downloads. */
export async function downloadExport(app: TestApp, token: string): Promise<Buffer> {
  const reply = await app.fastify.inject({
    method: 'POST',
    url: `/api${exportEverything.path}`,
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(reply.statusCode, 200, reply.body.slice(0, 500));
  return reply.rawPayload;
}
