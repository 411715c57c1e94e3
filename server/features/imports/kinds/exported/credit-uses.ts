import { startOf } from '#contract/days.ts';
import type { Context } from '#server/context.ts';
import type { AppliedRow, ImportJob } from '../import-kind.ts';
import { forgetSealed } from '#server/features/seals/forget-sealed.ts';
import { exportedKind, type ExportedRow } from './exported-kind.ts';
import { instantOf } from './members.ts';
import type { ExportReader } from './read-exported.ts';
import { idsBy, referenceOf } from './references.ts';

const kinds = ['refund', 'invoice', 'donation', 'other'] as const;

function read(reader: ExportReader) {
  return {
    reader,
    id: reader.requiredId('useId'),
    paymentId: reader.requiredId('paymentId'),
    kind: reader.oneOf('kind', kinds),
    amountCents: reader.cents('amount'),
    usedOn: reader.requiredDay('usedOn'),
    reference: reader.textOrNull('reference'),
    reason: reader.textOrNull('reason'),
    carriedTo: reader.id('carriedTo'),
    recordedOn: reader.requiredDay('recordedOn'),
    undoneOn: reader.day('undoneOn'),
    undoneReason: reader.text('undoneReason'),
  };
}

/** Refunds and other uses of credits, also those that were undone. A trigger adds them up. */
export const exportedCreditUses = exportedKind<ReturnType<typeof read> & ExportedRow>({
  kind: 'exportedCreditUses',
  table: 'credit_uses',
  read,
  async resolve({ db }, rows) {
    const ids = await idsBy(
      db,
      'payments',
      'id',
      rows.flatMap(({ paymentId, carriedTo }) => [paymentId, carriedTo]),
    );
    for (const row of rows) {
      const { paymentId, carriedTo } = row;
      referenceOf(row, 'paymentId', { ids, value: paymentId, kind: 'exportedPayments' });
      referenceOf(row, 'carriedTo', { ids, value: carriedTo, kind: 'exportedPayments' });
    }
  },
  async insert({ db }, { by }, rows) {
    await db
      .insertInto('credit_uses')
      .values(
        rows.map((row) => ({
          id: row.id,
          payment_id: row.paymentId,
          kind: row.kind,
          amount_cents: row.amountCents,
          used_on: row.usedOn,
          reference: row.reference,
          reason: row.reason,
          carried_to: row.carriedTo,
          recorded_at: startOf(row.recordedOn),
          recorded_by: by.userId,
          reversed_at: instantOf(row.undoneOn),
          reversed_by: row.undoneOn === null ? null : by.userId,
          reversed_reason: row.undoneOn === null ? null : row.undoneReason,
        })),
      )
      .execute();
  },
  undo,
});

/** Reverses them first, so that the trigger takes them off the payments. */
async function undo({ db, at }: Context, { by }: ImportJob, rows: AppliedRow[]): Promise<void> {
  const ids = rows.map(({ recordId }) => recordId);
  await db
    .updateTable('credit_uses')
    .set({ reversed_at: at, reversed_by: by.userId, reversed_reason: '' })
    .where('id', 'in', ids)
    .where('reversed_at', 'is', null)
    .execute();
  const deleted = await db
    .deleteFrom('credit_uses')
    .where('id', 'in', ids)
    .returning('id')
    .execute();
  await forgetSealed(db, 'credit_use_id', deleted);
}
