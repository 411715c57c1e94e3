import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { openTestApp } from '#test/support/app.ts';
import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import { concurrently, failed } from '#test/support/concurrent.ts';
import { naledi } from '#test/support/people.ts';
import { type Entry, post } from './post.ts';

const app = await openTestApp();
const { token } = await naledi(app);
const matching = openMatching(app, token);

const entryOf = (cents: number): Entry => {
  const id = randomUUID();
  const postings = [
    [{ kind: 'cash' }, cents],
    [{ kind: 'donation' }, -100],
  ] as const;
  return { kind: 'received', day: '2027-03-10', paymentId: id, sourceId: id, postings };
};

const linesOf = (sourceId: string) =>
  app.db
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_lines as l', 'l.entry_id', 'e.id')
    .select(['e.kind', 'l.account', 'l.of_id', 'l.cents'])
    .where('e.source_id', '=', sourceId)
    .orderBy('e.id')
    .orderBy('l.account')
    .execute();

test('of twenty entries posted at once, those that do not add up to nothing leave no row', async () => {
  const entries = Array.from({ length: 20 }, (_, n) => entryOf(n % 2 === 0 ? 100 : 99));
  const outcomes = await concurrently(20, (n) => post(app.ctx(), [entries[n]!]));
  assert.equal(failed(outcomes).length, 10);
  for (const error of failed(outcomes)) {
    assert.equal((error as { constraint?: string }).constraint, 'ledger_balance');
  }
  for (const [n, { sourceId }] of entries.entries()) {
    assert.equal((await linesOf(sourceId)).length, n % 2 === 0 ? 2 : 0);
  }
});

test('one wrong entry of several refuses them all, and an entry without money is not posted', async () => {
  const [right, wrong] = [entryOf(100), entryOf(101)];
  await assert.rejects(post(app.ctx(), [right, wrong]), { constraint: 'ledger_balance' });
  assert.deepEqual(await linesOf(right.sourceId), []);
  const empty = { ...entryOf(100), postings: [[{ kind: 'cash' }, 0]] } as const;
  await post(app.ctx(), [empty]);
  const rows = await app.db
    .selectFrom('ledger_entries')
    .select('id')
    .where('source_id', '=', empty.sourceId)
    .execute();
  assert.deepEqual(rows, []);
});

test('the first account in rand takes EFT, and money of another account is in that one', async () => {
  const [first, second] = [
    await matching.line('KEPT ONE', 100),
    await matching.line('KEPT TWO', 200),
  ];
  for (const [line, amount] of [
    [first, 100],
    [second, 200],
  ] as const) {
    const part = { kind: 'credit', amount, payerName: 'Sipho' } as const;
    assert.equal((await matching.book(line, [part])).status, 200);
  }
  const accounts = await app.db
    .selectFrom('bank_matches as m')
    .innerJoin('bank_lines as l', 'l.id', 'm.line_id')
    .innerJoin('bank_accounts as a', 'a.id', 'l.account_id')
    .innerJoin('ledger_entries as e', 'e.source_id', 'm.payment_id')
    .innerJoin('ledger_lines as p', 'p.entry_id', 'e.id')
    .select(['m.line_id', 'a.id', 'a.takes_eft', 'p.of_id', 'p.cents'])
    .where('p.account', '=', 'bank')
    .orderBy('p.cents')
    .execute();
  assert.deepEqual(
    accounts.map(({ line_id, takes_eft, of_id, id, cents }) => [
      line_id,
      takes_eft,
      of_id === null ? 'takes EFT' : of_id === id,
      cents,
    ]),
    [
      [first, true, 'takes EFT', 10_000],
      [second, false, true, 20_000],
    ],
  );
});
