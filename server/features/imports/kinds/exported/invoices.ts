import { sql } from 'kysely';
import { startOf } from '#contract/days.ts';
import { importRecordTexts } from '#contract/imports/record-texts.ts';
import { importExportTexts as texts } from '#contract/imports/export-texts.ts';
import { invoiceNumber } from '#contract/numbers.ts';
import type { Context } from '#server/context.ts';
import { recordMany } from '#server/features/audit/record-audit.ts';
import type { Issuer } from '#server/platform/db/tables.ts';
import { raiseCounter } from '#server/platform/db/take-number.ts';
import type { AppliedRow, ImportJob } from '../import-kind.ts';
import { undoInvoices } from '../undo-money.ts';
import { type ExportedRow, exportedKind } from './exported-kind.ts';
import { readCountingPayments } from './counting-payments.ts';
import { insertPayments } from './insert-payments.ts';
import { instantOf } from './members.ts';
import { type ExportReader, jsonIn } from './read-exported.ts';
import { assertFree, idsBy, idsByName, referenceOf } from './references.ts';

const paymentTypes = ['Credit Card', 'Pay Pal', 'EFT'] as const;

function read(reader: ExportReader) {
  const state = reader.oneOf('state', ['Open', 'Paid', 'Void'] as const);
  const amountCents = reader.cents('amount');
  return {
    reader,
    id: reader.requiredId('invoiceId'),
    number: (reader.required('invoiceNumber') && reader.number('invoiceNumber')) || 0,
    memberId: reader.id('memberId'),
    firstName: reader.name('firstName'),
    lastName: reader.name('lastName'),
    email: reader.email('email'),
    address: reader.text('address'),
    line: reader.required('description'),
    type: reader.textOrNull('type'),
    typeId: null as string | null,
    amountCents,
    paymentType: reader.oneOf('paymentType', paymentTypes),
    issuedOn: reader.requiredDay('issuedOn'),
    sentOn: reader.day('sentOn'),
    state,
    voidedOn: state === 'Void' ? reader.requiredDay('voidedOn') : null,
    voidReason: state === 'Void' ? reader.text('voidReason') : null,
    payments: readCountingPayments(reader, {
      amountCents,
      isPaid: state === 'Paid',
      dayKey: 'paidOn',
    }),
    issuer: issuerOf(reader),
  };
}

type InvoiceRow = ReturnType<typeof read> & ExportedRow;

const issuerTexts = [
  'name',
  'email',
  'phone',
  'address',
  'bank',
  'accountType',
  'branchCode',
  'accountNumber',
  'swiftCode',
] as const;

/** The organisation as the invoice shows it. The logo is not in the export. */
function issuerOf(reader: ExportReader): Issuer {
  const read = jsonIn(reader.cell('issuer'));
  if (read === null) reader.fail('issuer', texts.wrong);
  const stored = Object(read) as Record<string, unknown>;
  const textOf = (key: string) => (typeof stored[key] === 'string' ? stored[key] : '');
  const issuer = Object.fromEntries(issuerTexts.map((key) => [key, textOf(key)]));
  const { number, percent } = (stored.vat ?? {}) as Record<string, unknown>;
  const vat =
    typeof number === 'string' && typeof percent === 'number' ? { number, percent } : null;
  return { ...issuer, ...(vat && { vat }) } as Issuer;
}

/** Invoices with the payments that count, so that a member never has two that are open. */
export const exportedInvoices = exportedKind<InvoiceRow>({
  kind: 'exportedInvoices',
  table: 'invoices',
  read,
  resolve,
  insert,
  undo: undoExported,
});

async function resolve({ db }: Context, rows: InvoiceRow[]): Promise<void> {
  const types = await idsByName(db, 'member_types');
  const members = await idsBy(
    db,
    'members',
    'id',
    rows.map(({ memberId }) => memberId),
  );
  const numbers = await idsBy(
    db,
    'invoices',
    'number',
    rows.map(({ number }) => number),
  );
  for (const row of rows) {
    const { memberId, type, number } = row;
    referenceOf(row, 'memberId', { ids: members, value: memberId, kind: 'exportedMembers' });
    row.typeId = referenceOf(row, 'type', { ids: types, value: type, kind: 'exportedTypes' });
    assertFree(row, 'invoiceNumber', numbers.has(number));
  }
}

async function insert(ctx: Context, job: ImportJob, rows: InvoiceRow[]): Promise<void> {
  for (const some of oneOpenForEach(rows)) {
    await ctx.db.insertInto('invoices').values(some.map(columnsOf)).execute();
    const counting = some.flatMap(({ id: invoiceId, payments }) =>
      payments.map((payment) => ({ ...payment, invoiceId, donationId: null })),
    );
    await insertPayments(ctx, job, counting);
  }
  await raiseCounter(ctx.db, 'invoice', Math.max(0, ...rows.map(({ number }) => number)));
  await recordMany(
    ctx,
    rows.map(({ id, number, firstName, lastName, line, amountCents, state, reader }) => ({
      action: 'importPayment',
      subject: 'invoice',
      id,
      name: `${invoiceNumber(number)} of ${firstName} ${lastName}`,
      after: {
        importedFrom: importRecordTexts.importedFrom(job.fileName, reader.row),
        line,
        amount: amountCents / 100,
        state,
      },
    })),
  );
}

/** A member can have one open membership invoice. The next one is inserted when it is paid. */
function oneOpenForEach(rows: InvoiceRow[]): InvoiceRow[][] {
  const counts = new Map<string, number>();
  const rounds: InvoiceRow[][] = [];
  for (const row of rows) {
    const { memberId, typeId, state } = row;
    const isMembership = memberId !== null && typeId !== null && state !== 'Void';
    const round = isMembership ? (counts.get(memberId) ?? 0) : 0;
    if (isMembership) counts.set(memberId, round + 1);
    (rounds[round] ??= []).push(row);
  }
  return rounds;
}

function columnsOf(row: InvoiceRow) {
  return {
    id: row.id,
    number: row.number,
    member_id: row.memberId,
    member_type_id: row.typeId,
    payer_first_name: row.firstName,
    payer_last_name: row.lastName,
    payer_email: row.email,
    payer_address: row.address,
    line: row.line,
    amount_cents: row.amountCents,
    payment_type: row.paymentType,
    issuer: JSON.stringify(row.issuer),
    created_at: startOf(row.issuedOn),
    sent_at: instantOf(row.sentOn),
    voided_at: instantOf(row.voidedOn),
    void_reason: row.voidReason,
    card_outcome: null,
  };
}

/**
 * An invoice that was sent or voided can be deleted only after these are taken back. Without a type, a member
 * may have several that are open.
 */
async function undoExported(ctx: Context, job: ImportJob, rows: AppliedRow[]): Promise<void> {
  const ids = rows.map(({ recordId }) => recordId);
  // The database allows it to what undoes, until the transaction ends.
  await sql`SELECT set_config('members.undoing_merge', 'on', true)`.execute(ctx.db);
  await sql`UPDATE invoices SET member_type_id = NULL, sent_at = NULL, voided_at = NULL, void_reason = NULL
    WHERE id = ANY(${ids}::uuid[])`.execute(ctx.db);
  await undoInvoices(ctx, job, rows);
}
