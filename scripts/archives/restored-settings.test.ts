import assert from 'node:assert/strict';
import test from 'node:test';
import { keyWords, settingsWords } from './restored-settings.ts';

const key = {
  ofBackup: 'of the backup',
  ofSettings: null,
  isStored: true,
  hasServer: true,
  path: '/data/session-secret',
};

test('a restore asks for SESSION_SECRET only if the application would have another key', () => {
  assert.match(
    keyWords(key).join(),
    /in \/data\/session-secret\. Set SESSION_SECRET to it before the start/,
  );
  const other = { ...key, ofSettings: 'another' };
  assert.match(
    keyWords(other).join(),
    /is not that of the backup\..*key in \/data\/session-secret, and restore again/,
  );
  assert.deepEqual(keyWords({ ...key, ofSettings: 'of the backup' }), []);
  assert.deepEqual(keyWords({ ...key, ofSettings: 'of the backup', isStored: false }), []);
  assert.deepEqual(keyWords({ ...key, hasServer: false }), []);
  assert.match(
    keyWords({ ...key, isStored: false }).join(),
    /is not that of the backup\..* do not\.$/,
  );
  assert.match(keyWords({ ...key, ofBackup: null }).join(), /^The backup has no keys/);
});

test('a restore names the second place and what was entered, and whether it can be read', () => {
  const nothing = { secondPlace: '', readable: [], unreadable: [], isTrial: false };
  assert.deepEqual(settingsWords(nothing), []);
  const readable = ['mail' as const];
  assert.deepEqual(settingsWords({ ...nothing, secondPlace: 'offsite:', readable }), [
    'The backup has the second place offsite: and the mail server. Nothing of it is used until an administrator has answered the notice about the restore.',
  ]);
  assert.match(
    settingsWords({ ...nothing, secondPlace: '/mnt/x', isTrial: true }).join(),
    /\/mnt\/x\. A trial does not use/,
  );
  assert.match(
    settingsWords({ ...nothing, unreadable: ['mail', 'payfast'] }).join(),
    /^The backup has the mail server and the PayFast account,.*Enter it again\.$/,
  );
});
