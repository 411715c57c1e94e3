import type { PaymentPlan, PlannedPayment } from './payment-plan.ts';
import { importRecordTexts as texts } from '#contract/imports/record-texts.ts';
import { invoiceNumber, membershipNumber } from '#contract/numbers.ts';
import type { Context } from '#server/context.ts';
import { readClosedUntil, withClosedMonths } from '../closed-months.ts';
import type { CheckedGroup, ImportJob, ImportKind, RowGroup, Question } from '../import-kind.ts';
import { isAbout } from '../members/family.ts';
import { findMoneyObstacles } from '../money-obstacles.ts';
import { addMissing, allFailed } from '../same-records.ts';
import { undoInvoices } from '../undo-money.ts';
import { addPayments } from './add-payments.ts';
import { findKnown, type Known, readPaidInvoices, type StoredInvoice } from './find-payers.ts';
import { type PaymentRow, readPaymentRow } from './read-payment-row.ts';

/**
 * Payments of the past: each becomes an invoice that is paid on its day, without mail. An invoice that is
 * open here is never settled by an import.
 */
export const paymentKind: ImportKind<PaymentPlan> = {
  linksOf(job, row, at) {
    const payment = readPaymentRow(job, row, at);
    const { problems, invoice, memberNumber, email, amountCents, paidOn } = payment;
    const key = [invoice, memberNumber ?? email, amountCents, paidOn].join('\t');
    return { keys: problems.length > 0 ? [] : [key], isPart: false };
  },
  check: checkPayments,
  apply: addPayments,
  findObstacles: (ctx, _job, rows, locks) =>
    findMoneyObstacles(ctx, rows, { table: 'invoices', locks }),
  undo: undoInvoices,
};

type Checked =
  | PlannedPayment
  | { row: number; failures: string[]; questions: Question[] }
  | { row: number; same: string };

async function checkPayments(
  { db, at }: Context,
  job: ImportJob,
  groups: RowGroup[],
  locks: boolean,
): Promise<CheckedGroup<PaymentPlan>[]> {
  const all = groups.map(({ main, others }) =>
    [main, ...others].map((row) => readPaymentRow(job, row, at)),
  );
  const known = await findKnown(db, all.flat());
  const checked = all.map((rows) => rows.map((row) => checkPayment(row, known)));
  const planned = checked.flat().filter((one): one is PlannedPayment => 'memberId' in one);
  const paid = await readPaidInvoices(db, planned);
  const until = await readClosedUntil(db);
  return checked.map((rows) =>
    withClosedMonths(outcomeOf(rows, paid), { job, until, isToImport: locks }),
  );
}

function outcomeOf(rows: Checked[], paid: StoredInvoice[]): CheckedGroup<PaymentPlan> {
  const [first] = rows;
  if (first === undefined || 'failures' in first) return allFailed(rows, first?.failures ?? []);
  if ('same' in first) return sameAs(rows, first.same);
  const same = paid.filter((invoice) => isSame(first, invoice));
  const planned = rows.filter((one): one is PlannedPayment => 'memberId' in one);
  return addMissing(planned, { count: same.length, recordId: same[0]?.id ?? null });
}

function sameAs(rows: Checked[], recordId: string): CheckedGroup<PaymentPlan> {
  return addMissing(rows as PlannedPayment[], { count: rows.length, recordId });
}

function isSame({ memberId, email, amountCents, paidOn }: PlannedPayment, invoice: StoredInvoice) {
  const isPayer = invoice.email === email || (memberId !== null && invoice.memberId === memberId);
  return isPayer && invoice.amountCents === amountCents && invoice.paidOn === paidOn;
}

/** Says all that is wrong at once, except what only follows from a cell that cannot be read. */
function checkPayment(row: PaymentRow, known: Known): Checked {
  const fail = (failures: string[]) => ({ row: row.row, failures, questions: row.questions });
  const payer = findPayer(row, known);
  if ('problem' in payer) {
    return fail([...row.problems, ...(isPayerRead(row) ? [payer.problem] : [])]);
  }
  const planned = { ...row, ...payer };
  const invoice = known.invoices.get(row.invoiceNumber ?? 0);
  const obstacle = invoice === undefined ? null : obstacleOf(planned, invoice);
  const failures = [...row.problems, ...(obstacle === null ? [] : [obstacle])];
  if (failures.length > 0) return fail(failures);
  return invoice === undefined ? planned : { row: row.row, same: invoice.id };
}

const payerLabels = ['Membership number', 'First name', 'Last name', 'Email'];

function isPayerRead({ problems }: PaymentRow): boolean {
  return !problems.some((sentence) => payerLabels.some((label) => isAbout(sentence, label)));
}

/** Why the row is no repetition of the invoice with its number. */
function obstacleOf(planned: PlannedPayment, invoice: StoredInvoice): string | null {
  const name = invoiceNumber(invoice.number);
  if (invoice.isVoid) return texts.voidInvoice(name);
  if (invoice.isWrittenOff) return texts.writtenOffInvoice(name);
  if (invoice.paidOn === null) return texts.openInvoice(name);
  const isRead = isPayerRead(planned) && planned.amountCents > 0 && planned.paidOn !== null;
  return isRead && !isSame(planned, invoice) ? texts.otherInvoice(name) : null;
}

type Payer = Pick<PlannedPayment, 'memberId' | 'firstName' | 'lastName' | 'email' | 'address'>;

/** The member by number, then by email. The payer of other payments is in the row. */
function findPayer(row: PaymentRow, known: Known): Payer | { problem: string } {
  const { memberNumber, email, firstName, lastName } = row;
  const byNumber = memberNumber === null ? undefined : known.byNumber.get(memberNumber);
  const byEmail = known.byEmail.get(email);
  if (memberNumber !== null && byNumber === undefined) {
    return { problem: texts.noMember(membershipNumber(memberNumber)) };
  }
  if (byNumber !== undefined && byEmail !== undefined && byNumber.id !== byEmail.id) {
    const name = `${byEmail.firstName} ${byEmail.lastName}`;
    return { problem: texts.twoMembers(membershipNumber(memberNumber ?? 0), name) };
  }
  const member = byNumber ?? byEmail;
  if (member !== undefined) {
    return {
      memberId: member.id,
      firstName: firstName || member.firstName,
      lastName: lastName || member.lastName,
      email: email || member.email,
      address: member.postalAddress,
    };
  }
  if (firstName === '' || lastName === '' || email === '') return { problem: texts.noPayer };
  return { memberId: null, firstName, lastName, email, address: '' };
}
