import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

test('the checked-in mail layout was built from the present source', async () => {
  const folder = new URL('../../server/platform/mail/layout/', import.meta.url);
  const source = await readFile(new URL('layout.mjml', folder));
  const builtFrom = await readFile(new URL('layout.mjml.sha256', folder), 'utf8');
  assert.equal(
    builtFrom.trim(),
    createHash('sha256').update(source).digest('hex'),
    'run scripts/mail-layout/build.mjs, as its first lines say',
  );
});
