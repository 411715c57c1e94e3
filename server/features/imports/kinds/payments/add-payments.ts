import { startOf } from '#contract/days.ts';
import { importRecordTexts as texts } from '#contract/imports/record-texts.ts';
import type { PaymentType } from '#contract/invoices/endpoints.ts';
import type { Context } from '#server/context.ts';
import { recordMany } from '#server/features/audit/record-audit.ts';
import { issueInvoices } from '#server/features/invoices/issue-invoice.ts';
import { recordPayments } from '#server/features/payments/record-payment.ts';
import { isClosed, readClosedUntil } from '../closed-months.ts';
import { paidRow } from '../paid-row.ts';
import type { AppliedGroup, ImportJob } from '../import-kind.ts';
import type { PaymentPlan, PlannedPayment } from './payment-plan.ts';

/** Adds paid invoices without mail. They add no membership: that is what Paid until of a member is for. */
export async function addPayments(
  ctx: Context,
  job: ImportJob,
  groups: { plan: PaymentPlan }[],
): Promise<AppliedGroup[]> {
  const rows = groups.flatMap(({ plan }) => plan.rows);
  if (rows.length === 0) return [];
  const until = job.closedMonths === 'elsewhere' ? await readClosedUntil(ctx.db) : null;
  const isElsewhere = (row: PlannedPayment) => isClosed(row, until);
  const issued = await issueInvoices(
    ctx,
    rows.map((row) => ({ ...invoiceOf(row), reportedElsewhere: isElsewhere(row) })),
  );
  const added = rows.map((row, index) => ({
    row,
    id: issued[index]?.id ?? '',
    number: issued[index]?.number ?? '',
  }));
  await recordPayments(
    ctx,
    added.map(({ row, id }) => paidRow('invoice', { ...row, id }, isElsewhere(row))),
  );
  await recordMany(
    ctx,
    added.map(({ row, id, number }) => ({
      action: 'importPayment',
      subject: 'invoice',
      id,
      name: `${number} of ${row.firstName} ${row.lastName}`,
      after: {
        importedFrom: texts.importedFrom(job.fileName, row.row),
        line: lineOf(row),
        amount: row.amountCents / 100,
        paidOn: row.paidOn,
        paidBy: row.method,
        ...(isElsewhere(row) && { reportedElsewhere: true }),
      },
    })),
  );
  return added.map(({ row, id }) => ({ row: row.row, recordId: id, undo: {} }));
}

function invoiceOf(row: PlannedPayment) {
  const { firstName, lastName, email, address } = row;
  return {
    memberId: row.memberId,
    memberTypeId: null,
    payer: { firstName, lastName, email, address },
    line: lineOf(row),
    amountCents: row.amountCents,
    paymentType: paymentTypeOf(row.method),
    // Of the day of its payment, so that lists and books have it there.
    issuedAt: startOf(row.paidOn ?? ''),
  };
}

/** The number that the payment had in another product stays readable. */
function lineOf({ description, invoice }: PlannedPayment): string {
  const line = description || texts.line;
  return invoice === '' ? line : texts.earlierNumber(line, invoice);
}

/** The payment type of an invoice is chosen from fewer methods than money can come by. */
function paymentTypeOf(method: string): PaymentType {
  return method === 'Credit Card' || method === 'Pay Pal' ? method : 'EFT';
}
