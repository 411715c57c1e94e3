import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { bankTexts } from '#contract/bank-statements/texts.ts';
import { openDb, openPool } from '#server/platform/db/pool.ts';
import { openTestApp } from '#test/support/app.ts';
import { oneMovement, openStatements } from '#test/support/bank-statements/open-statements.ts';
import { writeStatement } from '#test/support/bank-statements/write-statement.ts';
import { untilWaiting } from '#test/support/locks.ts';
import { naledi } from '#test/support/people.ts';
import { updateStatement } from './update-statement.ts';

const app = await openTestApp();
const admin = await naledi(app);
const statements = openStatements(app, admin.token);

test('no transaction waits while a large file is read', async () => {
  const pool = openPool(app.url, 2);
  after(() => db.destroy());
  // Shorter than it takes to read the file, which is not as large as a file can be.
  pool.on('connect', (client) => {
    void client.query(`SET idle_in_transaction_session_timeout = '300ms'`);
  });
  const db = openDb(pool);
  const number = '62000000101';
  const movements = Array.from({ length: 20_000 }, (_, at) => ({
    day: `2026-03-${String(1 + Math.floor(at / 1000)).padStart(2, '0')}`,
    cents: 1000 + at,
    kind: 'MAGTAPE CREDIT',
    text: `line ${at}`,
  }));
  const { data } = await statements.upload(
    writeStatement('fnb-history', movements, { number, openingCents: 0 }),
  );
  const newAccount = { bank: 'FNB', number, name: '' } as const;
  const details = await updateStatement({ ...app.ctx(), db }, data.id, { newAccount });
  assert.deepEqual([details.account?.number, details.newLines], [number, 20_000]);
});

test('a choice that another one has overtaken is refused, and nothing of it is stored', async () => {
  const id = await statements.ready(oneMovement('INV-00042'));
  const { account } = await statements.read(id);
  const late = await app.db.transaction().execute(async (db) => {
    await sql`UPDATE bank_statements SET account_id = NULL WHERE id = ${id}`.execute(db);
    const reply = statements.choose(id, {
      newAccount: { bank: 'Absa', number: '62000000017', name: 'Late' },
    });
    await untilWaiting(app, 1);
    return { reply };
  });
  const refused = await late.reply;
  assert.deepEqual([refused.status, refused.message], [409, bankTexts.changed]);
  assert.equal((await statements.read(id)).account, null);
  const accounts = await app.db.selectFrom('bank_accounts').select('bank').execute();
  assert.ok(!accounts.some(({ bank }) => bank === 'Absa'));
  assert.equal((await statements.choose(id, { accountId: account?.id ?? '' })).status, 200);
});

test('two statements that add the same account at once have one account', async () => {
  const ids = await Promise.all(
    ['A', 'B'].map(async (text) => (await statements.upload(oneMovement(text))).data.id),
  );
  const newAccount = { bank: 'Other', number: '62000000017', name: '' } as const;
  const choose = (id: string) => statements.choose(id, { newAccount });
  const replies = await Promise.all(ids.map(choose));
  for (const [at, { status, message }] of replies.entries()) {
    if (status === 200) continue;
    assert.deepEqual([status, message], [409, bankTexts.changed]);
    assert.equal((await choose(ids[at] ?? '')).status, 200);
  }
  const all = await Promise.all(ids.map((id) => statements.read(id)));
  assert.equal(new Set(all.map(({ account }) => account?.id)).size, 1);
});

test('an imported statement keeps its account, and one that is gone is not found', async () => {
  const id = await statements.imported(oneMovement('INV-00043'));
  const late = await statements.choose(id, {});
  assert.deepEqual([late.status, late.message], [409, bankTexts.alreadyImported]);
  const gone = await statements.choose(admin.id, {});
  assert.deepEqual([gone.status, gone.message], [404, bankTexts.notFound]);
});
