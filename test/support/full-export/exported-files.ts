import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { exportEverything } from '#contract/full-export/endpoints.ts';
import { openZip } from '#server/features/imports/files/zip-parts.ts';
import { password } from '#test/support/people.ts';
import type { TestApp } from '#test/support/app.ts';

/** The zip that an administrator downloads. */
export async function downloadExport(app: TestApp, token: string): Promise<Buffer> {
  const reply = await app.fastify.inject({
    method: 'POST',
    url: `/api${exportEverything.path}`,
    payload: { password },
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(reply.statusCode, 200, reply.body.slice(0, 500));
  return reply.rawPayload;
}

/** The texts of the files in a zip, by name. */
export async function filesIn(zip: Buffer): Promise<Map<string, string>> {
  const path = join(tmpdir(), `export-${randomUUID()}.zip`);
  await writeFile(path, zip);
  const parts = await openZip(path);
  const files = new Map<string, string>();
  for (const name of parts.names()) {
    files.set(name, Buffer.concat(await Array.fromAsync(parts.read(name))).toString());
  }
  parts.close();
  await rm(path);
  return files;
}

/** The rows of a CSV file by their headings. */
export function rowsIn(text = ''): Record<string, string>[] {
  return parse(text, { bom: true, columns: true });
}
