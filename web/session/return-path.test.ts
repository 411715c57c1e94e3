import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mayEnter, pathAfterSignIn } from './return-path.ts';

test('without a remembered place each role has its own', () => {
  assert.equal(pathAfterSignIn(['Member'], null), '/member/profile');
  assert.equal(pathAfterSignIn(['Admin'], null), '/admin/dashboard');
  assert.equal(pathAfterSignIn(['Treasurer', 'Auditor'], null), '/admin/dashboard');
});

test('a role that opens nothing leads nowhere, so that nothing loops', () => {
  assert.equal(pathAfterSignIn(['Owner'], '/admin/users'), null);
  assert.equal(pathAfterSignIn([], null), null);
});

test('the remembered place is used when the role may enter it', () => {
  assert.equal(pathAfterSignIn(['Admin'], '/admin/member?page=2'), '/admin/member?page=2');
  assert.equal(pathAfterSignIn(['Member'], '/member/profile#invoices'), '/member/profile#invoices');
});

test('a place of the other role is not', () => {
  assert.equal(pathAfterSignIn(['Member'], '/admin/member'), '/member/profile');
  assert.equal(pathAfterSignIn(['Admin'], '/member/profile'), '/admin/dashboard');
});

test('nothing outside, and nothing that only looks inside', () => {
  const places = [
    'https://evil.example/admin/x',
    '//evil.example/admin/x',
    '/\\evil.example/admin',
    '/admin/../login',
    '/administrators',
    '/login',
    'admin/users',
    'javascript:alert(1)',
    '',
  ];
  for (const place of places) assert.equal(mayEnter(['Admin', 'Member'], place), false, place);
});
