import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { compileMailLayout } from './build-mail-layout.ts';

test('the checked-in mail layout is what its source gives', async () => {
  const built = new URL('../server/platform/mail/layout/layout.html', import.meta.url);
  assert.equal(
    await readFile(built, 'utf8'),
    await compileMailLayout(),
    'run node scripts/build-mail-layout.ts',
  );
});
