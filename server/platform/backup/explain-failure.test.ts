import assert from 'node:assert/strict';
import { userInfo } from 'node:os';
import test from 'node:test';
import { explainFailure } from './explain-failure.ts';

test('a file that may not be used is explained with the account, which need not be that of the person', () => {
  const error = Object.assign(new Error(), { code: 'EACCES', path: '/root/one' });
  assert.equal(
    explainFailure(error),
    `/root/one cannot be used by the account ${userInfo().username}. Allow it, or choose another folder.`,
  );
});
