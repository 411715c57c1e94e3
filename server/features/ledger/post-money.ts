import type { Day } from '#contract/days.ts';
import type { PaymentMethod } from '#contract/payments/payment-details.ts';
import type { Context } from '#server/context.ts';
import { type Account, accountOfMethod } from './accounts.ts';
import { postOpeningsOf } from './post-openings.ts';
import { type Entry, type EntryRecord, post, type Posting } from './post.ts';

export interface PostedPayment {
  id: string;
  paidOn: Day;
  amountCents: number;
  /** What counts for the record. The rest is a credit. */
  countedCents: number;
  /** Until this day other money paid the record, so what counts was a credit. Null: it counts from its own day. */
  countsFrom?: Day | null;
  /** Of it VAT that is posted. */
  vatCents?: number;
  method: PaymentMethod;
  /** Of the bank line that brought it. */
  bankAccountId?: string | undefined;
  /** The payment that had the credit, if the money came before. */
  creditId?: string | undefined;
  /** Only what does not count is in these books: it was owed to the payer when they began. */
  reportedElsewhere?: boolean;
  /** Null: the money belongs to no record. */
  record: (EntryRecord & { memberTypeId: string | null }) | null;
}

/**
 * A payment moves money from its account, or from what is owed to payers, to income and VAT. The rest is owed to the payer,
 * and so is all of it until its invoice needs it.
 * Of one that was reported elsewhere only this rest is posted, from the opening balances.
 */
export async function postPayments(
  ctx: Context,
  payments: readonly PostedPayment[],
): Promise<void> {
  const entries = payments.flatMap((payment) =>
    payment.reportedElsewhere ? broughtEntry(payment) : entriesOf(payment),
  );
  await post(ctx, entries);
  const moved = entries.flatMap(({ day, postings }) =>
    postings.map(([account]) => ({ account, day })),
  );
  await postOpeningsOf(ctx, moved);
}

function entriesOf(payment: PostedPayment): Entry[] {
  const { id, paidOn, amountCents, countedCents, creditId, record, countsFrom = null } = payment;
  if (creditId !== undefined) return [carriedEntry(payment, creditId, paidOn)];
  const account = accountOfMethod(payment.method, payment.bankAccountId);
  const postings: Posting[] =
    countsFrom === null
      ? [...incomeOf(payment), [{ kind: 'credits' }, countedCents - amountCents]]
      : [[{ kind: 'credits' }, -amountCents]];
  const all: Posting[] = [[account, amountCents], ...postings];
  const received = { kind: 'received', day: paidOn, sourceId: id, record, postings: all } as const;
  return countsFrom === null ? [received] : [received, carriedEntry(payment, id, countsFrom)];
}

function carriedEntry(payment: PostedPayment, paymentId: string, day: Day): Entry {
  const { id: sourceId, countedCents, record } = payment;
  const postings: Posting[] = [[{ kind: 'credits' }, countedCents], ...incomeOf(payment)];
  return { kind: 'carried', day, paymentId, sourceId, record, postings };
}

function incomeOf({ countedCents, vatCents = 0, record }: PostedPayment): Posting[] {
  return [
    [incomeAccount(record), vatCents - countedCents],
    [{ kind: 'vat' }, -vatCents],
  ];
}

function broughtEntry({ id, paidOn, amountCents, countedCents, record }: PostedPayment): Entry {
  const surplus = amountCents - countedCents;
  return {
    kind: 'brought',
    day: paidOn,
    sourceId: id,
    record,
    postings: [
      [{ kind: 'opening' }, surplus],
      [{ kind: 'credits' }, -surplus],
    ],
  };
}

function incomeAccount(record: PostedPayment['record']): Account {
  if (record === null || record.kind === 'donation') return { kind: 'donation' };
  const { memberTypeId } = record;
  return memberTypeId === null ? { kind: 'invoice' } : { kind: 'membership', of: memberTypeId };
}
