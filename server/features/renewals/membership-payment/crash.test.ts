import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import {
  assertWhole,
  countsOf,
  crashAtEveryStatement,
  crashPointAt,
  dieInTheMiddle,
} from '#test/support/crash-at-every-statement.ts';
import { recordOnce, type CrashOutcome } from '#test/support/crash-runner.ts';
import { entered, naledi } from '#test/support/people.ts';
import { openTestApp } from '#test/support/app.ts';

const app = await openTestApp();
const { id: userId, token } = await naledi(app);
const by = { userId, sessionId: userId, role: 'Admin', memberId: null };
const doom = crashPointAt(app);

const whole = { invoices: 1, paid: 1, payments: 1, periods: 1, active: 1, receipts: 1, noted: 1 };

const wholeOf = (memberId: string) =>
  countsOf(
    app,
    sql<typeof whole>`
    SELECT (SELECT count(*) FROM invoices WHERE member_id = m.id) AS invoices,
      (SELECT count(*) FROM invoices
        WHERE member_id = m.id AND payment_id IS NOT NULL) AS paid,
      (SELECT count(*) FROM payments AS p JOIN invoices AS i ON i.id = p.invoice_id
        WHERE i.member_id = m.id) AS payments,
      (SELECT count(*) FROM membership_periods WHERE member_id = m.id) AS periods,
      (s.name = 'Active')::int AS active,
      (SELECT count(*) FROM mails WHERE to_email = m.email AND kind = 'receipt') AS receipts,
      (SELECT count(*) FROM audit_entries
        WHERE subject_id = m.id AND action = 'recordMembershipPayment') AS noted
    FROM members AS m JOIN member_statuses AS s ON s.id = m.member_status_id
    WHERE m.id = ${memberId}`,
  );

const recording = (name: string) => async (death: CrashOutcome) => {
  const email = `${name}-${death}@example.org`.toLowerCase();
  const { id } = await entered(app, token, { email });
  const end = await doom({ record: id, by }, death);
  assertWhole(await wholeOf(id), whole, { death, end });
  // The browser repeats the call with its key.
  await recordOnce({ ...app.ctx(), by }, id);
  assert.deepEqual(await wholeOf(id), whole);
  return end;
};

test('a payment of a member killed in the middle or around its commit is saved completely or not at all, and a retry succeeds', () =>
  dieInTheMiddle(recording('middle')));

test('a payment of a member killed between any two statements is saved completely or not at all, and a retry succeeds @full', () =>
  crashAtEveryStatement(recording('recorded')));
