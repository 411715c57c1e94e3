import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { naledi, registered } from '#test/support/people.ts';
import {
  assertWhole,
  countsOf,
  crashAtEveryStatement,
  dieInTheMiddle,
  crashPointAt,
} from '#test/support/crash-at-every-statement.ts';
import type { CrashOutcome } from '#test/support/crash-runner.ts';
import { openTestApp } from '#test/support/app.ts';
import { settleInvoice } from '#test/support/payments/settle.ts';
import { undoPayments } from './undo-payments.ts';

const app = await openTestApp();
const { id: userId } = await naledi(app);
const by = { userId, sessionId: userId, role: 'Admin', memberId: null };
const doom = crashPointAt(app);

const undoing = { closed: 1, unpaid: 1, gone: 1, pending: 1, noted: 1, withdrawn: 1 };

const undoingOf = (invoiceId: string) =>
  countsOf(
    app,
    sql<typeof undoing>`
    SELECT (SELECT count(*) FROM payments
        WHERE invoice_id = i.id AND reversed_at IS NOT NULL) AS closed,
      (i.payment_id IS NULL)::int AS unpaid,
      1 - (SELECT count(*) FROM membership_periods WHERE member_id = m.id) AS gone,
      (s.name = 'Pending')::int AS pending,
      (SELECT count(*) FROM audit_entries
        WHERE subject_id = i.id AND action = 'undoInvoicePayment') AS noted,
      1 - (SELECT count(*) FROM mails WHERE to_email = m.email AND kind = 'receipt') AS withdrawn
    FROM invoices i JOIN members m ON m.id = i.member_id
      JOIN member_statuses s ON s.id = m.member_status_id
    WHERE i.id = ${invoiceId}`,
  );

const undo = (name: string) => async (death: CrashOutcome) => {
  const email = `${name}-${death}@example.org`.toLowerCase();
  const { invoiceId } = await registered(app, { email });
  await settleInvoice(app.ctx(), { invoiceId, source: 'administrator' });
  const end = await doom({ undo: invoiceId, by }, death);
  assertWhole(await undoingOf(invoiceId), undoing, { death, end });
  await undoPayments(
    { ...app.ctx(), by },
    { kind: 'invoice', id: invoiceId },
    { reason: 'A mistake' },
  );
  assert.deepEqual(await undoingOf(invoiceId), undoing);
  return end;
};

test('an undo killed in the middle or around its commit is saved completely or not at all, and a retry succeeds', () =>
  dieInTheMiddle(undo('middle')));

test('an undo killed between any two statements is saved completely or not at all, and a retry succeeds @full', () =>
  crashAtEveryStatement(undo('undone')));
