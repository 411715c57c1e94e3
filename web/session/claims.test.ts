import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimsOf, rolesOf } from './claims.ts';

function tokenOf(claims: unknown): string {
  const part = (value: unknown) =>
    btoa(String.fromCodePoint(...new TextEncoder().encode(JSON.stringify(value))))
      .replaceAll('+', '-')
      .replaceAll('/', '_')
      .replaceAll('=', '');
  return `${part({ alg: 'HS256' })}.${part(claims)}.signature`;
}

test('the claims are read, letters beyond ASCII included', () => {
  const picture = { ProfilePicture: '/p', MemberId: '' };
  const claims = { sub: '7', name: 'Naledi Müller ≥', role: 'Admin', ...picture };
  assert.deepEqual(claimsOf(tokenOf({ ...claims, exp: 1 })), claims);
});

test('one role or a list of them', () => {
  assert.deepEqual(rolesOf('Member'), ['Member']);
  assert.deepEqual(rolesOf(['Admin', 'Member']), ['Admin', 'Member']);
  assert.deepEqual(rolesOf(''), []);
});

test('missing and odd claims are empty', () => {
  assert.deepEqual(claimsOf(tokenOf({ role: ['Admin', 7], name: null })), {
    sub: '',
    name: '',
    role: ['Admin', ''],
    ProfilePicture: '',
    MemberId: '',
  });
});

test('what is no token has no claims', () => {
  for (const token of ['', 'a', 'a.b', 'a.!.c', 'a.bnVsbA.c', tokenOf([1]), tokenOf('x')]) {
    assert.equal(claimsOf(token), null, token);
  }
});
