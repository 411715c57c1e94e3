import { sql } from 'kysely';
import { dayOf } from '#contract/days.ts';
import type { InvoiceToIssue } from '#server/features/invoices/issue-invoice.ts';
import { issueInvoices } from '#server/features/invoices/issue-invoice.ts';
import { invoiceMail } from '#server/features/invoices/send-invoice.ts';
import {
  carryOwnCredits,
  membersWithCredits,
} from '#server/features/payments/credits/own-credits.ts';
import { queueMails } from '#server/platform/mail/queue-mail.ts';
import type { Context } from '#server/context.ts';
import { renewalOf } from '../renewing-member.ts';
import { eligibleMembers, type Skipped } from './member-eligibility.ts';

/** Invoices the eligible members, and counts the reasons for skipping the others. */
export async function renewSome(
  ctx: Context,
  ids: string[],
): Promise<{ created: number; skipped: Skipped }> {
  const skipped: Skipped = {};
  const mayRenew = sort(await judge(ctx, ids), skipped);
  if (mayRenew.length === 0) return { created: 0, skipped };
  const locked = mayRenew.map(({ id }) => id);
  await lockMembers(ctx, locked);
  // Checked again under the lock, to skip members who have paid or were invoiced since.
  const invoices = sort(await judge(ctx, locked), skipped).map(invoiceOf);
  const issued = await issueInvoices(ctx, invoices);
  const toMail = invoices.map(({ payer, memberId }, place) => ({
    id: issued[place]?.id ?? '',
    memberId: memberId ?? '',
    payer,
  }));
  const paid = await payFromCredits(ctx, toMail);
  const mails = toMail
    .filter(({ id }) => !paid.has(id))
    .map(({ id, payer }) => invoiceMail(id, payer));
  await queueMails(ctx, mails);
  return { created: invoices.length, skipped };
}

/** Answers the invoices that are paid by it: the receipt is their only mail. product-rules 6.37. */
async function payFromCredits(
  ctx: Context,
  issued: { id: string; memberId: string }[],
): Promise<Set<string>> {
  const { db } = ctx;
  const memberIds = issued.map(({ memberId }) => memberId);
  if (memberIds.length === 0) return new Set();
  const holders = await membersWithCredits(db, memberIds);
  const carriedTo = issued.filter(({ memberId }) => holders.has(memberId));
  for (const { id, memberId } of carriedTo) await carryOwnCredits(ctx, memberId, id);
  if (carriedTo.length === 0) return new Set();
  const paid = await db
    .updateTable('invoices')
    .set({ sent_at: null })
    .where(
      'id',
      'in',
      carriedTo.map(({ id }) => id),
    )
    .where('payment_id', 'is not', null)
    .returning('id')
    .execute();
  return new Set(paid.map(({ id }) => id));
}

function judge({ db, at }: Context, ids: string[]) {
  return eligibleMembers(db, sql`m.id = ANY(${ids}::uuid[])`, dayOf(at))
    .selectAll('m')
    .select(['t.name as type_name', 't.fee_cents'])
    .orderBy(sql`m.number NULLS LAST`)
    .orderBy('m.id')
    .execute();
}

type Judged = Awaited<ReturnType<typeof judge>>[number];

/** The members without a skip reason. Counts the reasons of the others. */
function sort(members: Judged[], skipped: Skipped): Judged[] {
  for (const { reason } of members) {
    if (reason !== null) skipped[reason] = (skipped[reason] ?? 0) + 1;
  }
  return members.filter(({ reason }) => reason === null);
}

/** Locks members before their invoices, ordered by id, so that concurrent runs do not deadlock. */
async function lockMembers({ db }: Context, ids: string[]): Promise<void> {
  const rows = db.selectFrom('members').select('id').where('id', 'in', ids).orderBy('id');
  await rows.forUpdate().execute();
}

function invoiceOf({ type_name: name, fee_cents, ...member }: Judged): InvoiceToIssue {
  const type = { id: member.member_type_id, name, fee_cents };
  return { ...renewalOf(member, type, 'EFT'), isMailed: true };
}
