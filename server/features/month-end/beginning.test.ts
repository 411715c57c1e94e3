import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Day } from '#contract/days.ts';
import { closeMonth, updateOpeningBalances } from '#contract/month-end/endpoints.ts';
import { openTestApp } from '#test/support/app.ts';
import { brokenIn } from '#test/support/books/agree.ts';
import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import { openStatements } from '#test/support/bank-statements/open-statements.ts';
import { type Movement, writeStatement } from '#test/support/bank-statements/write-statement.ts';
import { callApi } from '#test/support/call.ts';
import { naledi, tokenOf } from '#test/support/people.ts';
import { readPeriod } from './figures/read-period.ts';

const number = '1000000020';

async function openBooks() {
  const app = await openTestApp();
  const { id: adminId } = await naledi(app);
  app.clock.set('2026-03-20T08:00:00Z');
  const as = async () => ({ token: await tokenOf(app, adminId) });
  return {
    app,
    /** Each line is interest. */
    imported: async (layout: 'capitec' | 'ofx', movements: [Day, number][], openingCents = 0) => {
      const { token } = await as();
      const content = writeStatement(
        layout,
        movements.map(([day, cents]): Movement => ({
          day,
          cents,
          kind: '',
          text: `INTEREST ${day}`,
        })),
        { number, openingCents },
      );
      // The balance of OFX is of the day of the download.
      const file = layout === 'ofx' ? content.replace(/<LEDGERBAL>.*<\/LEDGERBAL>/s, '') : content;
      const statementId = await openStatements(app, token).imported(file, `${movements[0]?.[0]}`);
      const lines = await app.db
        .selectFrom('bank_lines')
        .select(['id', 'amount_cents'])
        .where('statement_id', '=', statementId)
        .execute();
      const bank = openMatching(app, token);
      for (const { id, amount_cents } of lines) {
        const reply = await bank.book(id, [{ kind: 'charge', amount: amount_cents / 100 }]);
        assert.equal(reply.status, 200, reply.message);
      }
      return statementId;
    },
    remove: async (statementId: string) => {
      const { status, message } = await openStatements(app, (await as()).token).remove(statementId);
      assert.equal(status, 204, message);
    },
    enter: async (amount: number, day: Day) => {
      const { id } = await app.db
        .selectFrom('bank_accounts')
        .select('id')
        .executeTakeFirstOrThrow();
      const balances = [{ account: 'bank' as const, bankAccountId: id, amount, day }];
      const body = { balances };
      const { status, message } = await callApi(app, updateOpeningBalances, { body }, await as());
      assert.equal(status, 200, message);
    },
    /** Nothing may differ. */
    close: async (month: string) => {
      const { status, message } = await callApi(app, closeMonth, { body: { month } }, await as());
      assert.equal(status, 200, message);
    },
    lines: async (period: string) => {
      const { sections } = await readPeriod(app.ctx(), period);
      const section = sections.find(({ title }) => title === 'Bank and books');
      return section?.lines.map(({ label, detail, amount }) => [label, detail, amount]) ?? [];
    },
    controls: async (period: string) => {
      const { sections } = await readPeriod(app.ctx(), period);
      const section = sections.find(({ title }) => title === 'Control accounts');
      return {
        rows: section?.table?.rows.slice(-2).map(({ label, amounts }) => [label, amounts]),
        lines: section?.lines.map(({ label, detail }) => [label, detail]),
      };
    },
    broken: async (period: string) =>
      (await brokenIn(app, period)).map(({ label, detail }) => [label, detail]),
  };
}

test('an earlier statement that is imported after a closed month is in the balance it began with', async () => {
  const { app, imported, remove, close, lines, broken } = await openBooks();
  await imported('capitec', [['2026-03-15', 10_000]], 200_000);
  app.clock.set('2026-04-10T08:00:00Z');
  await close('2026-03');

  const early = await imported('capitec', [['2026-03-02', 4500]], 195_500);
  await imported('capitec', [['2026-04-05', 7000]], 210_000);
  assert.deepEqual((await lines('2026-04')).slice(1, 9), [
    ['Balance at the beginning', '', 2100],
    ['Money in', '', 70],
    ['Money out', '', 0],
    ['Booked late: money in of closed months', '', 45],
    ['Of it in the balance at the beginning', '', -45],
    ['Balance at the end', '', 2170],
    ['Statements', 'up to 5 Apr 2026', null],
    ['Beginning and movements', 'agrees', 2170],
  ]);
  app.clock.set('2026-05-10T08:00:00Z');
  await close('2026-04');
  assert.deepEqual([await broken('2026-04'), await broken('2026-05')], [[], []]);
  assert.deepEqual(await broken('2027'), []);

  // The same the other way round, when it is removed.
  const bank = openMatching(app, (await naledi(app)).token);
  const matches = await app.db
    .selectFrom('bank_matches as m')
    .innerJoin('bank_lines as l', 'l.id', 'm.line_id')
    .select('m.id')
    .where('l.statement_id', '=', early)
    .execute();
  for (const { id } of matches) assert.equal((await bank.undo(id)).status, 200);
  await remove(early);
  assert.deepEqual(await broken('2026-05'), []);
  app.clock.set('2026-06-10T08:00:00Z');
  await close('2026-05');
});

test('of late lines, those after the balance with which the month began count', async () => {
  const { app, imported, close, lines } = await openBooks();
  await imported('capitec', [['2026-03-15', 10_000]], 200_000);
  app.clock.set('2026-04-10T08:00:00Z');
  await close('2026-03');
  await imported('capitec', [['2026-03-02', 4500]], 195_500);
  await imported('capitec', [['2026-03-28', 300]], 210_000);
  assert.deepEqual((await lines('2026-04')).slice(4, 7), [
    ['Booked late: money in of closed months', '', 48],
    ['Of it in the balance at the beginning', '', -45],
    ['Balance at the end', '', 2103],
  ]);
  app.clock.set('2026-05-10T08:00:00Z');
  await close('2026-04');
});

test('a balance that was entered begins and ends the account, and the bank has said none to compare', async () => {
  const { app, imported, enter, close, lines, controls, broken } = await openBooks();
  await imported('ofx', [
    ['2026-03-02', 65_000],
    ['2026-03-07', 1234],
  ]);
  await enter(1234.56, '2026-03-01');
  assert.deepEqual(
    (await lines('2026-03')).slice(1).filter(([label]) => label !== 'Statements'),
    [
      ['Balance at the beginning', '', 1234.56],
      ['Money in', '', 662.34],
      ['Money out', '', 0],
      ['Balance at the end', '', 1896.9],
      ['Beginning and movements', 'agrees', 1896.9],
      ['In the books at the end', '', 1896.9],
      ['On the statement and not booked yet', '0 lines', 0],
      ['In the books and not on the statement yet', '0 payments', 0],
      ['Expected balance of the statement', 'no balance to compare', 1896.9],
      ['Interest of the bank', '', 662.34],
    ],
  );
  assert.deepEqual(await controls('2026-03'), {
    rows: [
      ['Statement, PayFast or count', [null]],
      ['Difference', [null]],
    ],
    lines: [['FNB 1000000020', 'no balance to compare']],
  });
  app.clock.set('2026-04-10T08:00:00Z');
  await close('2026-03');

  // An earlier statement: the balance of its beginning is entered.
  await imported('ofx', [['2026-02-20', 3456]]);
  await enter(1200, '2026-02-19');
  assert.deepEqual(await broken('2026-04'), []);
  app.clock.set('2026-05-10T08:00:00Z');
  await close('2026-04');
  assert.deepEqual((await lines('2026-05'))[1], ['Balance at the beginning', '', 1896.9]);
});

test('the first financial year is closed with its last month, although it begins before the books', async () => {
  const { app, imported, close } = await openBooks();
  await app.db.updateTable('book_settings').set({ year_end_month: 3 }).execute();
  await imported('capitec', [['2026-03-05', 3456]]);
  const isClosed = async () => (await readPeriod(app.ctx(), '2026')).isClosed;
  app.clock.set('2026-04-10T08:00:00Z');
  assert.equal(await isClosed(), false);
  await close('2026-03');
  assert.equal(await isClosed(), true);
});

test('lines after the last balance of the bank have nothing to compare until the bank states one', async () => {
  const { imported, lines, controls, broken } = await openBooks();
  await imported('capitec', [['2026-03-02', 1000]]);
  // R90 is missing between the two.
  await imported('capitec', [['2026-03-10', 1000]], 10_000);
  await imported('ofx', [['2026-03-15', 500]]);
  const { rows, lines: beside } = await controls('2026-03');
  assert.deepEqual(rows?.at(-1), ['Difference', [null]]);
  assert.deepEqual(beside, [['FNB 1000000020', 'no balance to compare']]);
  const expected = (await lines('2026-03')).filter(
    ([, detail]) => detail === 'no balance to compare',
  );
  assert.deepEqual(expected, [['Expected balance of the statement', 'no balance to compare', 25]]);
  assert.deepEqual(await broken('2026-03'), []);

  await imported('capitec', [['2026-03-20', 1000]], 11_500);
  assert.deepEqual(await broken('2026-03'), [['Balance of the statement', 'differs by R90.00']]);
});
