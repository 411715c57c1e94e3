import assert from 'node:assert/strict';
import { userInfo } from 'node:os';
import test from 'node:test';
import { explainFailure } from './explain-failure.ts';

test('a disk is named by the file', () => {
  const full = Object.assign(new Error(), { code: 'ENOSPC' });
  assert.equal(explainFailure(full), 'The disk is full. Make room on it.');
  assert.equal(explainFailure(full, '/one'), 'The disk of /one is full. Make room on it.');
  const readOnly = Object.assign(new Error(), { code: 'EROFS', path: '/two' });
  assert.equal(explainFailure(readOnly), 'The disk of /two is read-only. Choose another folder.');
});

test('a file that may not be used is explained with the account, which need not be that of the person', () => {
  const error = Object.assign(new Error(), { code: 'EACCES', path: '/root/one' });
  assert.equal(
    explainFailure(error),
    `/root/one cannot be used by the account ${userInfo().username}. Allow it, or choose another folder.`,
  );
});
