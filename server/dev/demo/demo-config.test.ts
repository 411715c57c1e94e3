import assert from 'node:assert/strict';
import { resolve } from 'node:path';
import { test } from 'node:test';
import { BadSettings } from '#server/config.ts';
import { openTestApp } from '#test/support/app.ts';
import { naledi } from '#test/support/people.ts';
import { hashPassword } from '#server/features/auth/password-hash.ts';
import { assertOwnPasswords } from './assert-own-passwords.ts';
import { demoPassword } from '#contract/company-info/public-settings.ts';
import { readDemoConfig } from './demo-config.ts';

const database = {
  DATABASE_URL: 'postgresql://localhost/membership',
  SESSION_SECRET: 'x'.repeat(32),
  DATA_DIR: '',
  SMTP_URL: 'smtp://mail.example.org',
};

test('the demo uses DATABASE_URL only when told to, and never a mail server', () => {
  const { databaseUrl, dataDir, smtpUrl, adminPassword } = readDemoConfig(database, []);
  assert.deepEqual([databaseUrl, smtpUrl, adminPassword], [null, null, demoPassword]);
  assert.equal(dataDir, resolve('data-demo'));
  assert.equal(readDemoConfig(database, ['--database']).databaseUrl, database.DATABASE_URL);
});

const reachable = [
  { PUBLIC_URL: 'https://demo.example.org' },
  { PUBLIC_URL: 'http://10.0.0.7:3000' },
  { HOST: '0.0.0.0' },
];

test('a demo that others can reach needs a password of its own', () => {
  for (const environment of reachable) {
    for (const ADMIN_PASSWORD of [undefined, '', demoPassword]) {
      assert.throws(
        () => readDemoConfig({ ...environment, ADMIN_PASSWORD }, []),
        (error) => error instanceof BadSettings && error.message.includes('Set ADMIN_PASSWORD'),
      );
    }
    assert.ok(readDemoConfig({ ...environment, ADMIN_PASSWORD: 'Another123' }, []).isDemo);
  }
});

test('a demo that others can reach does not start while an administrator has the published password', async () => {
  const app = await openTestApp();
  const { id } = await naledi(app);
  const passwordOf = async (password: string) =>
    app.db
      .updateTable('users')
      .set({ password_hash: await hashPassword(password) })
      .where('id', '=', id)
      .execute();
  const here = readDemoConfig({}, []);
  const there = readDemoConfig({ ...reachable[0], ADMIN_PASSWORD: 'Another123' }, []);
  await passwordOf(demoPassword);
  await assertOwnPasswords({ db: app.db, config: here });
  await assert.rejects(assertOwnPasswords({ db: app.db, config: there }), /npm run demo:reset/);
  await passwordOf('Another123');
  await assertOwnPasswords({ db: app.db, config: there });
});
