import assert from 'node:assert/strict';
import test from 'node:test';
import { firstOwner } from './account.ts';

const root = 'root:x:0:0:root:/root:/bin/bash\n';
const nobody = 'nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n';

test('started by root, the files of the database belong to the account of the application, if there is one', () => {
  const own = 'membership:x:998:997::/home/membership:/usr/sbin/nologin\n';
  assert.deepEqual(firstOwner(root + nobody + own), { uid: 998, gid: 997 });
  assert.deepEqual(firstOwner(root + nobody), { uid: 65_534, gid: 65_534 });
  const asRoot = 'membership:x:0:0::/root:/bin/bash\n';
  assert.deepEqual(firstOwner(root + nobody + asRoot), { uid: 65_534, gid: 65_534 });
  assert.deepEqual(firstOwner(''), { uid: 65_534, gid: 65_534 });
});
