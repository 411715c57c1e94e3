import assert from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import {
  changeOwnName,
  changeOwnPicture,
  currentSession,
  endSession,
  followOtherTabs,
  lastSessionEnding,
  onSessionChange,
  startSession,
} from './session.ts';

function tokenOf(claims: object): string {
  return `h.${btoa(JSON.stringify(claims))}.s`;
}

const thandi = {
  sub: 'u1',
  name: 'Thandi',
  role: 'Member',
  ProfilePicture: '/api/files/1',
  MemberId: 'm1',
};
const naledi = { sub: 'u2', name: 'Naledi', role: 'Admin', ProfilePicture: '', MemberId: '' };
const stored = new Map<string, string>();

globalThis.localStorage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => stored.set(key, value),
  removeItem: (key: string) => stored.delete(key),
} as unknown as Storage;

beforeEach(() => stored.clear());

test('signing in keeps the token and what it says', () => {
  startSession(tokenOf(thandi));
  assert.deepEqual(
    { ...currentSession(), token: '' },
    {
      token: '',
      userId: 'u1',
      name: 'Thandi',
      roles: ['Member'],
      picture: '/api/files/1',
      memberId: 'm1',
    },
  );
  assert.equal(stored.get('memberId'), 'm1');
  assert.equal(stored.get('profilePicture'), '/api/files/1');
});

test('signing in clears what the one before left', () => {
  stored.set('memberId', 'old').set('profilePicture', '/old');
  startSession(tokenOf(naledi));
  assert.deepEqual([...stored.keys()], ['token']);
  assert.equal(currentSession()?.picture, '');
});

test('the end of a session clears all three keys, says how, and tells the listeners', () => {
  startSession(tokenOf(thandi));
  let told = 0;
  const stop = onSessionChange(() => (told += 1));
  endSession('refused');
  stop();
  assert.equal(stored.size, 0);
  assert.equal(currentSession(), null);
  assert.equal(lastSessionEnding(), 'refused');
  assert.equal(told, 1);
  startSession(tokenOf(thandi));
  assert.equal(lastSessionEnding(), null);
});

test('a session is one object until it changes', () => {
  startSession(tokenOf(thandi));
  assert.equal(currentSession(), currentSession());
});

test('a garbled token is nobody', () => {
  stored.set('token', 'garbled');
  assert.equal(currentSession(), null);
});

test('a new picture of oneself is shown at once, and in the other tabs', () => {
  let hear = (_event: { key: string | null }) => {};
  globalThis.addEventListener = ((_type: string, listener: typeof hear) => {
    hear = listener;
  }) as unknown as typeof addEventListener;
  let reloads = 0;
  followOtherTabs(() => (reloads += 1));
  startSession(tokenOf(thandi));
  const seen: (string | undefined)[] = [];
  const stop = onSessionChange(() => seen.push(currentSession()?.picture));
  changeOwnPicture('/api/files/2');
  // Another tab has written it.
  stored.set('profilePicture', '/api/files/3');
  hear({ key: 'profilePicture' });
  stop();
  assert.deepEqual(seen, ['/api/files/2', '/api/files/3']);
  assert.equal(reloads, 0);
});

test('a changed name stands until the session is another one', () => {
  startSession(tokenOf(thandi));
  let told = 0;
  const stop = onSessionChange(() => (told += 1));
  changeOwnName('Thandiwe');
  changeOwnName('Thandiwe');
  stop();
  assert.deepEqual([currentSession()?.name, told], ['Thandiwe', 1]);
  startSession(tokenOf(naledi));
  assert.equal(currentSession()?.name, 'Naledi');
});
