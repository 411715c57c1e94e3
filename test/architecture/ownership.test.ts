import assert from 'node:assert/strict';
import test from 'node:test';
import { assertEmpty } from './assert-none.ts';
import { isTest, sourceOf, readSources, withoutComments, type Source } from './sources.ts';

const sources = readSources();

const mayReadSettings = /^(server\/config\.ts|(scripts|test|bench)\/)/;

function settingsReaders(list: Source[]): string[] {
  return list
    .filter(({ path }) => !isTest(path) && !mayReadSettings.test(path))
    .filter(({ text }) => withoutComments(text).includes('process.env'))
    .map(({ path }) => `${path} reads process.env: add the setting to server/config.ts`);
}

const mayAskTheTime = /^(server\/(clock\.ts|(platform|dev)\/)|(web|scripts|test|bench)\/)/;
const asksTheTime = /\bnew Date\(\s*\)|\bDate\.now\(|\bDate\(\s*\)|\bTemporal\.Now\b/;
const asksTheDatabaseTheTime = /\b(current_timestamp|current_date|clock_timestamp\(|localtime)/i;

function clockAskers(list: Source[]): string[] {
  return list
    .filter(({ path }) => !isTest(path) && !mayAskTheTime.test(path))
    .map(({ path, text }) => ({ path, text: withoutComments(text) }))
    .filter(({ text }) => asksTheTime.test(text) || asksTheDatabaseTheTime.test(text))
    .map(({ path }) => `${path} reads the system time: take the time as an argument`);
}

test('only server/config.ts and scripts read process.env', () => {
  assertEmpty(settingsReaders(sources));
});

test('a feature that reads process.env is refused', () => {
  const list = [
    sourceOf('server/platform/mail/send.ts', 'const url = process.env.SMTP_URL;'),
    sourceOf('web/session/token.ts', 'const mode = process.env.MODE;'),
    sourceOf('server/config.ts', 'const port = process.env.PORT;'),
    sourceOf('server/platform/db/pool.ts', '// never process.env here'),
  ];
  assert.equal(settingsReaders(list).length, 2);
});

test('the domain gets the time only from its clock', () => assertEmpty(clockAskers(sources)));

test('a feature that reads the system time is refused', () => {
  const list = [
    sourceOf('server/features/members/list.ts', 'const at = new Date();'),
    sourceOf('server/app.ts', 'const at = Date.now();'),
    sourceOf('contract/days.ts', 'const at = Temporal.Now.instant();'),
    sourceOf('server/features/renewals/due.ts', 'sql`select current_date`'),
    sourceOf('server/platform/mail/send.ts', 'const at = Date.now();'),
    sourceOf('server/clock.ts', 'const at = Date.now();'),
    sourceOf(
      'server/features/members/read.ts',
      'const at = new Date(text); const now = clock.now();',
    ),
  ];
  assert.equal(clockAskers(list).length, 4);
});
