import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { sql } from 'kysely';
import { startOf } from '#contract/days.ts';
import { readPeriod } from '#server/features/month-end/figures/read-period.ts';
import { readJournal } from '#server/features/month-end/journal/read-journal.ts';
import { openTestApp } from '#test/support/app.ts';
import { openMatching } from '#test/support/bank-matching/open-matching.ts';
import { naledi, tokenOf } from '#test/support/people.ts';
import { completeLedger } from './complete-ledger.ts';
import { postCardFees } from './post-card-fees.ts';
import { postLines } from './post-lines.ts';

const app = await openTestApp();
const { id: adminId, token } = await naledi(app);

async function entries(): Promise<string[]> {
  const { rows } = await sql<{ entry: string }>`
    SELECT e.booked_on || ' ' || e.kind || ': ' || string_agg(l.account || ' ' || l.cents, ', ' ORDER BY l.account) AS entry
    FROM ledger_entries AS e JOIN ledger_lines AS l ON l.entry_id = e.id
    WHERE e.kind <> 'opening' GROUP BY e.id ORDER BY e.id`.execute(app.db);
  return rows.map(({ entry }) => entry);
}

test('a charge and a fee of a month that an earlier version closed never count again', async () => {
  const line = await openMatching(app, token).line('BANK CHARGES', -50, '2027-03-09');
  const matchId = randomUUID();
  await sql`INSERT INTO bank_matches (id, line_id, kind, amount_cents, certainty, why, recorded_at, recorded_by)
    VALUES (${matchId}, ${line}, 'charge', 5000, 'none', 'By hand', now(), ${adminId})`.execute(
    app.db,
  );
  await sql`INSERT INTO provider_transactions (id, provider_id, type, happened_at, gross_cents, fee_cents,
      net_cents, is_test, first_seen_at)
    VALUES (gen_random_uuid(), '1', 'FUNDS_RECEIVED', ${startOf('2027-03-05')}, 45000, -1000, 44000, false, now())`.execute(
    app.db,
  );
  app.clock.set('2027-04-02T08:00:00Z');
  await sql`INSERT INTO closed_months (id, month, figures, closed_at, closed_by)
    VALUES (gen_random_uuid(), '2027-03-01', '{"deferred": null, "counted": [], "bank": []}', ${app.clock.now()}, ${adminId})`.execute(
    app.db,
  );

  await completeLedger(app.ctx());
  const posted = [
    '2027-04-01 charge: bank -5000, conversion 5000',
    '2027-04-01 card-fee: conversion 1000, payfast -1000',
  ];
  assert.deepEqual(await entries(), posted);

  // The journal of the closed month had the fee, and not the charge.
  const { byMonth } = await readPeriod(app.ctx(), '2027-04');
  const journal = await readJournal(app.db, byMonth);
  assert.deepEqual(
    journal.map(({ account, cents }) => [account, cents]),
    [
      ['bank', -5000],
      ['conversion', 5000],
    ],
  );

  // PayFast's list is read each night, and a line is posted again with each of its changes.
  await completeLedger(app.ctx());
  await postCardFees(app.ctx(), ['1']);
  await postLines(app.ctx(), [line]);
  assert.deepEqual(await entries(), posted);

  const undone = await openMatching(app, await tokenOf(app, adminId)).undo(matchId);
  assert.equal(undone.status, 200);
  assert.deepEqual((await entries()).slice(2), [
    '2027-04-01 line-undone: bank 5000, conversion -5000',
  ]);
});

test('what PayFast lists later of a fee that a closed month has reported is a fee of the open month, and in its journal', async () => {
  const before = await entries();
  await sql`INSERT INTO provider_transactions (id, provider_id, type, happened_at, gross_cents, fee_cents,
      net_cents, is_test, first_seen_at)
    VALUES (gen_random_uuid(), '1', 'FEE', ${startOf('2027-03-06')}, 0, -150, -150, false, now())`.execute(
    app.db,
  );
  for (let night = 0; night < 2; night += 1) await postCardFees(app.ctx(), ['1']);
  assert.deepEqual((await entries()).slice(before.length), [
    '2027-04-01 card-fee: fees 150, payfast -150',
  ]);
  const { byMonth } = await readPeriod(app.ctx(), '2027-04');
  const journal = await readJournal(app.db, byMonth);
  assert.deepEqual(
    journal
      .map(({ account, cents }) => [account, cents])
      .filter(([account]) => account === 'card' || account === 'fees'),
    [
      ['card', -150],
      ['fees', 150],
    ],
  );
});
