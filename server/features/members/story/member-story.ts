import { sql } from 'kysely';
import { addDays } from '#contract/calendar.ts';
import { dayOf } from '#contract/days.ts';
import type { PeriodSource } from '#contract/members/status-sentences.ts';
import { type MemberStory, storyLimits } from '#contract/members/story.ts';
import { invoiceNumber } from '#contract/numbers.ts';
import type { Context } from '#server/context.ts';
import {
  isInvitationKept,
  recentBulkEmails,
  recentMails,
} from '#server/features/communication/recent-mails.ts';
import { openMembershipInvoice } from '#server/features/invoices/open-invoices.ts';
import { searchInvoiceRows } from '#server/features/invoices/queries.ts';
import { paymentsOf, recordedPayments } from '#server/features/invoices/recorded-payments.ts';
import { may } from '#server/platform/access/permissions.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { fullNameOf } from '#server/platform/db/full-name.ts';
import { memberFor } from '../member-access.ts';
import { explainStatus } from '../periods/explain-status.ts';
import { readStatusFacts } from './status-facts.ts';

/** Why a member has the status, and the latest rows of everything that belongs to the member. */
export async function readMemberStory(
  ctx: Context,
  id: string,
  isMailKept: boolean,
): Promise<MemberStory> {
  const { db } = ctx;
  const member = await memberFor(ctx, id);
  const { periods, lastPeriod } = await latestPeriods(db, member.id);
  const mayReadMoney = may(ctx, 'money.read');
  const openInvoice = mayReadMoney ? await openInvoiceOf(db, member.id) : null;
  const facts = await readStatusFacts(db, member, {
    today: dayOf(ctx.at),
    openInvoice: openInvoice?.invoiceNumber ?? null,
    restToPay: openInvoice?.restToPay ?? null,
    lastPeriod,
  });
  const mails = await recentMails(
    ctx,
    { records: recordsOf(member.id, member.userID), toEmail: member.email },
    storyLimits.mails,
  );
  const bulkEmails = await recentBulkEmails(ctx, member.email, storyLimits.mails);
  const open = openInvoice && { id: openInvoice.id, invoiceNumber: openInvoice.invoiceNumber };
  const story = {
    ...explainStatus(facts),
    erasure: may(ctx, 'privacy') ? await openErasureRequest(db, member.id) : null,
    isFree: facts.isFree,
    isInvitationKept: await isInvitationKept(ctx, member.userID, isMailKept),
    mails,
    bulkEmails,
    openInvoice: open,
  };
  if (!mayReadMoney) return { ...story, ...withoutMoney(periods) };
  return {
    ...story,
    periods,
    invoices: await searchInvoiceRows(db, {
      memberId: member.id,
      pageSize: storyLimits.invoices,
    }).page(),
    payments: await recordedPayments(ctx, paymentsOf.member(member.id), storyLimits.payments),
  };
}

/** product-rules 3.18. */
function withoutMoney({ results, totalCount }: MemberStory['periods']) {
  const none = { fee: null, invoiceId: null, invoiceNumber: null };
  return {
    periods: { results: results.map((period) => ({ ...period, ...none })), totalCount },
    invoices: { results: [], totalCount: 0 },
    payments: { results: [], totalCount: 0 },
  };
}

/** POPIA gives 30 days for an answer. */
const daysToAnswer = 30;

async function openErasureRequest(db: Db, memberId: string): Promise<MemberStory['erasure']> {
  const row = await db
    .selectFrom('erasure_requests')
    .select('asked_at')
    .where('member_id', '=', memberId)
    .where('answered_at', 'is', null)
    .executeTakeFirst();
  return row === undefined
    ? null
    : {
        askedUtc: row.asked_at.toISOString(),
        answerBy: addDays(dayOf(row.asked_at), daysToAnswer),
      };
}

async function openInvoiceOf(db: Db, memberId: string) {
  const row = await openMembershipInvoice(db, memberId)
    .select(['id', 'number', 'amount_cents', 'paid_cents'])
    .executeTakeFirst();
  if (row === undefined) return null;
  const { id, number, amount_cents, paid_cents } = row;
  const restToPay = paid_cents === 0 ? null : (amount_cents - paid_cents) / 100;
  return { id, invoiceNumber: invoiceNumber(number), restToPay };
}

/** The records that mails to the member can be about. */
function recordsOf(memberId: string, userId: string) {
  return sql<string[]>`ARRAY(
    SELECT ${userId}::text
    UNION ALL SELECT user_id::text FROM members WHERE merged_into = ${memberId}
    UNION ALL SELECT id::text FROM invoices WHERE member_id = ${memberId}
    UNION ALL SELECT id::text FROM membership_periods WHERE member_id = ${memberId}
    UNION ALL SELECT id::text FROM member_relatives WHERE main_member_id = ${memberId})`;
}

async function latestPeriods(db: Db, memberId: string) {
  const rows = await db
    .selectFrom('membership_periods as p')
    .innerJoin('member_types as t', 't.id', 'p.member_type_id')
    .leftJoin('invoices as i', 'i.id', 'p.invoice_id')
    .leftJoin('users as u', 'u.id', 'p.entered_by')
    .where('p.member_id', '=', memberId)
    .select(['p.id', 'p.starts_on as startsOn', 'p.ends_on as endsOn', 't.name as memberTypeName'])
    .select(['p.fee_cents', 'p.invoice_id as invoiceId', 'i.number', 'p.entered_by'])
    .select([
      fullNameOf('u').$castTo<string | null>().as('enteredBy'),
      sql<boolean>`p.import_id IS NOT NULL`.as('isImported'),
      sql<PeriodSource | null>`CASE WHEN p.invoice_id IS NULL THEN NULL
        WHEN i.payment_id IS NOT NULL THEN 'payment'
        WHEN i.write_off_id IS NOT NULL THEN 'writtenOff' ELSE 'undone' END`.as('invoiced'),
      sql<number>`count(*) OVER ()`.as('total'),
    ])
    .orderBy('p.ends_on', 'desc')
    .limit(storyLimits.periods)
    .execute();
  const results = rows.map(({ fee_cents, number, entered_by, invoiced: _, total: __, ...row }) => ({
    ...row,
    fee: fee_cents / 100,
    invoiceNumber: number === null ? null : invoiceNumber(number),
    enteredBy: entered_by === null ? null : row.enteredBy,
  }));
  const [period, first] = [results[0], rows[0]];
  const lastPeriod = period && first && { period, invoiced: first.invoiced };
  return { periods: { results, totalCount: first?.total ?? 0 }, lastPeriod };
}
