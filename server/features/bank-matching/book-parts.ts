import { randomUUID } from 'node:crypto';
import { matchTexts as texts } from '#contract/bank-matching/texts.ts';
import { donationTexts, donationTypeNames } from '#contract/donations/endpoints.ts';
import { bankReferenceLongest } from '#contract/payments/payment-details.ts';
import type { Context } from '#server/context.ts';
import { badField, conflict } from '#server/errors.ts';
import { addDonation } from '#server/features/donations/add-donation.ts';
import { undoPayment } from '#server/features/payments/corrections/undo-payment.ts';
import { insertMoney } from '#server/features/payments/credits/record-money.ts';
import { closedAs, findPayable, labelOf } from '#server/features/payments/payable.ts';
import { settlePayable } from '#server/features/payments/settle-payable.ts';
import { type Because, insertMatch, livingMatches } from './insert-match.ts';
import { namedLine, type StoredLine } from './open-lines.ts';
import type { ChosenPart } from './record-on-wire.ts';
import { refuseFeeBack, refuseLargeFee } from './refuse-fees.ts';
import { refuseBeforeFirstLine, refuseBeforeItCame, refuseReturned } from './refuse-twice.ts';

export interface Judged extends Because {
  /** By which the payer is known the next time. */
  payerKey: string | null;
  /** All that are booked with it. */
  parts: readonly ChosenPart[];
}

/** Books one part of a locked line, and records the match. Everything that it pays is locked. */
export async function bookPart(
  ctx: Context,
  line: StoredLine,
  part: ChosenPart,
  judged: Judged,
): Promise<void> {
  const { payerKey, parts, ...because } = judged;
  if (part.kind === 'refund') return confirmRefund(ctx, line, part, because);
  if (part.kind === 'reversal') return takeBack(ctx, line, part, { ...because, parts });
  if (part.kind === 'recorded') return confirmPayment(ctx, line, part, judged);
  if (!isReceived(part)) return insertMatch(ctx, line, part, withReason(part, because));
  const paymentId = await receive(ctx, line, part);
  // A credit is of nobody yet.
  await insertMatch(ctx, line, part, {
    ...because,
    paymentId,
    payerKey: part.kind === 'credit' ? null : payerKey,
  });
}

/** For what a provider kept something is said in the history of the line. */
function withReason(part: ChosenPart, because: Because): Because {
  return 'reason' in part ? { ...because, why: `${because.why} ${part.reason}` } : because;
}

type Received = Extract<
  ChosenPart,
  { kind: 'invoice' | 'donation' } | { kind: 'new-donation' } | { kind: 'credit' }
>;

/** Of other parts, such as a charge or a payout, nothing is recorded but the match. */
function isReceived(part: ChosenPart): part is Received {
  const kinds: ChosenPart['kind'][] = ['invoice', 'donation', 'new-donation', 'credit'];
  return kinds.includes(part.kind);
}

/** The id of the new payment. */
function receive(ctx: Context, line: StoredLine, part: Received): Promise<string> {
  if (part.kind === 'credit') return keepCredit(ctx, line, part);
  if (part.kind === 'new-donation') return addGift(ctx, line, part);
  return payRecord(ctx, line, part);
}

/** What the bank says about each payment of a line. */
function moneyOf({ accountId, day, text, reference }: StoredLine) {
  const bankReference = (text || reference).trim().slice(0, bankReferenceLongest).trim();
  const money = { source: 'bank', paidOn: day, paidBy: 'EFT' } as const;
  return { ...money, bankReference, bankAccountId: accountId };
}

type PaidPart = Extract<ChosenPart, { kind: 'invoice' | 'donation' }>;

async function payRecord(ctx: Context, line: StoredLine, part: PaidPart): Promise<string> {
  const { kind, recordId: id, amountCents, seenBalanceCents } = part;
  const payable = await findPayable(ctx.db, { kind, id });
  if (payable === undefined) throw conflict(texts.recordGone);
  const { state, balanceCents } = payable;
  const label = labelOf(payable);
  if (kind === 'donation' && state === 'void') throw conflict(donationTexts.isWithdrawn);
  if (state !== 'open') throw conflict(texts.notOpen(closedAs(payable)));
  if (kind === 'donation' && amountCents !== balanceCents) {
    throw badField('parts', texts.donationWhole(label, balanceCents / 100));
  }
  if (amountCents > balanceCents) throw badField('parts', texts.tooMuch(label, balanceCents / 100));
  await refuseReturned(ctx, line, { id, amountCents });
  const input = { ...moneyOf(line), amountCents, seenBalanceCents };
  const { paymentId } = await settlePayable(ctx, payable, input);
  return assertRecorded(paymentId);
}

function assertRecorded(paymentId: string | undefined): string {
  if (paymentId === undefined) throw new Error('a locked open record was not paid');
  return paymentId;
}

async function addGift(
  ctx: Context,
  line: StoredLine,
  { amountCents, firstName, lastName, email }: Extract<Received, { kind: 'new-donation' }>,
): Promise<string> {
  const { id, name } = await ctx.db
    .selectFrom('donation_types')
    .select(['id', 'name'])
    .where('name', '=', donationTypeNames.eft)
    .executeTakeFirstOrThrow();
  const ref = { kind: 'donation', id: randomUUID() } as const;
  const donor = { firstName, lastName, email };
  const type = { id, name };
  await addDonation(ctx, { id: ref.id, donor, amountCents, type, needsAnswer: false });
  const { paymentId } = await settlePayable(ctx, ref, moneyOf(line));
  return assertRecorded(paymentId);
}

function keepCredit(
  ctx: Context,
  line: StoredLine,
  { amountCents, payerName }: Extract<Received, { kind: 'credit' }>,
): Promise<string> {
  return insertMoney(ctx, { ...moneyOf(line), payerName, amountCents });
}

type Targeted = Extract<ChosenPart, { targetId: string }>;

/**
 * A payment that was recorded by hand is in the books. The match says that the bank has it, too. One that went back came
 * before.
 */
async function confirmPayment(ctx: Context, line: StoredLine, part: Targeted, judged: Judged) {
  const payment = await ctx.db
    .selectFrom('payments')
    .select(['payer_name', 'method', 'returned_on'])
    .where('id', '=', part.targetId)
    .where('source', '=', 'administrator')
    .where('amount_cents', '=', part.amountCents + part.feeCents)
    .where((row) => {
      const matches = livingMatches(ctx, 'payment_id', part.targetId);
      const isReturned = row.exists(matches.where('bank_matches.kind', '=', 'reversal'));
      return row.and([
        row.not(row.exists(matches.where('bank_matches.kind', '<>', 'reversal'))),
        row.or([row('reversed_at', 'is', null), row('returned_on', 'is not', null), isReturned]),
      ]);
    })
    .executeTakeFirst();
  if (payment === undefined) throw conflict(texts.recordedChanged);
  if (line.isOut) refuseOthers(line, payment.method);
  const { returned_on: returned } = payment;
  const goesBack = judged.parts.some(
    (one) => one.kind === 'reversal' && one.targetId === part.targetId,
  );
  if (returned !== null && returned < line.day && !goesBack)
    throw conflict(texts.cameLate(returned));
  refuseLargeFee(line, part, payment.method);
  const payerKey = payment.payer_name === null && !line.isOut ? judged.payerKey : null;
  const { certainty, why } = judged;
  await insertMatch(ctx, line, part, { certainty, why, paymentId: part.targetId, payerKey });
}

async function confirmRefund(ctx: Context, line: StoredLine, part: Targeted, because: Because) {
  const use = await ctx.db
    .selectFrom('credit_uses')
    .select('refunded_by')
    .where('id', '=', part.targetId)
    .where('kind', '=', 'refund')
    .where('reversed_at', 'is', null)
    .where('amount_cents', '=', part.amountCents)
    .where((row) => row.not(row.exists(livingMatches(ctx, 'credit_use_id', part.targetId))))
    .executeTakeFirst();
  if (use === undefined) throw conflict(texts.refundChanged);
  if (!line.isOut) refuseOthers(line, use.refunded_by);
  await insertMatch(ctx, line, part, { ...because, creditUseId: part.targetId });
}

/** Of other methods nothing is taken off a line: only a card machine settles both ways at once. */
function refuseOthers(line: StoredLine, method: string | null): void {
  if (method !== 'Card Machine') throw conflict(texts.onlyOfCardMachine(namedLine(line)));
}

type BroughtPart = Extract<ChosenPart, { kind: 'recorded' }>;

/**
 * Undoes the payment. Its own line stays matched, because the match of this one is there first. If the day on which it went
 * back was entered, the payment is undone already.
 */
async function takeBack(
  ctx: Context,
  line: StoredLine,
  part: Extract<ChosenPart, { kind: 'reversal' }>,
  { parts, ...because }: Because & Pick<Judged, 'parts'>,
): Promise<void> {
  const payment = await ctx.db
    .selectFrom('payments')
    .select(['id', 'returned_on', 'paid_on', 'method'])
    .where('id', '=', part.targetId)
    .where('source', 'in', ['administrator', 'bank'])
    .where((row) => row.or([row('reversed_at', 'is', null), row('returned_on', 'is not', null)]))
    .where('amount_cents', '=', part.amountCents + part.feeCents)
    .where((row) =>
      row.not(
        row.exists(livingMatches(ctx, 'payment_id', part.targetId).where('kind', '=', 'reversal')),
      ),
    )
    .executeTakeFirst();
  if (payment === undefined) throw conflict(texts.recordedChanged);
  if (!line.isOut) refuseOthers(line, payment.method);
  const brought = parts.find(
    (one): one is BroughtPart => one.kind === 'recorded' && one.targetId === part.targetId,
  );
  await refuseFeeBack(ctx, line, { part, brought });
  if (brought === undefined) {
    await refuseBeforeFirstLine(ctx, line, {
      ...payment,
      amountCents: part.amountCents + part.feeCents,
    });
    await refuseBeforeItCame(ctx, line, payment);
  }
  await insertMatch(ctx, line, part, { ...because, paymentId: part.targetId });
  if (payment.returned_on !== null) return;
  const { reason, period, voidsOther } = part;
  const returnedByLine = line.day > payment.paid_on ? line.day : payment.paid_on;
  const undoing = { reason, period, voidsOther, returnedByLine };
  await undoPayment(ctx, part.targetId, undoing);
}
