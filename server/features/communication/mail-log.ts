import { sql, type RawBuilder } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import {
  mailKinds,
  moneyMailKinds,
  signsIn,
  type LoggedMail,
  type searchMails,
} from '#contract/communication/mail-log.ts';
import type { Context } from '#server/context.ts';
import { may } from '#server/platform/access/permissions.ts';
import { listing, type Listing } from '#server/platform/db/lists/listing.ts';
import type { Db } from '#server/platform/db/pool.ts';
import {
  columnOf,
  containingAll,
  isGiven,
  onDays,
  textOf,
} from '#server/platform/db/lists/search-rows.ts';
import type { Paging, Sorting } from '#server/platform/db/lists/search.ts';

type Filters = BodyOf<typeof searchMails>;

/** Omits the subject record, the link's token and the texts of the mail. */
export function mailRows(db: Db) {
  return db
    .selectFrom('mails as m')
    .select(['m.id', 'm.kind', 'm.subject', 'm.attempts', 'm.server_answer as answer'])
    .select(['m.to_email as toEmail', 'm.to_name as toName', 'm.created_at', 'm.sent_at'])
    .select(['m.failed_at', 'm.next_attempt_at', 'm.held_at', 'm.cancelled_at', 'm.is_captured'])
    .select('m.sent_again_at');
}

type Row = Awaited<ReturnType<ReturnType<typeof mailRows>['executeTakeFirstOrThrow']>>;

export function mailOf({
  created_at,
  sent_at,
  failed_at,
  next_attempt_at,
  held_at,
  cancelled_at,
  is_captured,
  sent_again_at,
  ...row
}: Row): LoggedMail {
  const outcome = outcomeOf({ sent_at, failed_at, held_at, cancelled_at, is_captured });
  return {
    ...row,
    kindName: nameOf(row.kind),
    outcome,
    createdUtc: created_at.toISOString(),
    sentUtc: is_captured ? null : (sent_at?.toISOString() ?? null),
    failedUtc: failed_at?.toISOString() ?? null,
    nextAttemptUtc: held_at === null ? (next_attempt_at?.toISOString() ?? null) : null,
    canSendAgain:
      ['captured', 'failed'].includes(outcome) ||
      (outcome === 'cancelled' && sent_again_at === null) ||
      (outcome === 'sent' && !signsIn(row.kind)),
  };
}

type Times = Pick<Row, 'sent_at' | 'failed_at' | 'held_at' | 'cancelled_at' | 'is_captured'>;

function outcomeOf(times: Times): LoggedMail['outcome'] {
  const { sent_at, failed_at, held_at, cancelled_at, is_captured } = times;
  if (is_captured) return 'captured';
  if (sent_at !== null) return 'sent';
  if (failed_at !== null) return 'failed';
  if (cancelled_at !== null) return 'cancelled';
  return held_at === null ? 'waiting' : 'held';
}

function nameOf(kind: string): string {
  return kind in mailKinds ? mailKinds[kind as keyof typeof mailKinds] : kind;
}

const outcomeIs: Record<LoggedMail['outcome'], RawBuilder<boolean>> = {
  sent: sql`m.sent_at IS NOT NULL AND NOT m.is_captured`,
  captured: sql`m.is_captured`,
  failed: sql`m.failed_at IS NOT NULL`,
  cancelled: sql`m.cancelled_at IS NOT NULL`,
  held: sql`m.held_at IS NOT NULL`,
  waiting: sql`m.next_attempt_at IS NOT NULL AND m.held_at IS NULL`,
};

const sorting: Sorting = {
  columns: {
    createdutc: columnOf('m.created_at'),
    toemail: textOf('m.to_email'),
    kindname: columnOf('m.kind'),
    outcome: sql`CASE WHEN m.failed_at IS NOT NULL THEN 1 WHEN m.sent_at IS NULL OR m.is_captured THEN 2 ELSE 3 END`,
  },
  default: 'createdutc',
  defaultDescending: true,
  id: columnOf('m.id'),
};

/** Every mail that is not part of a bulk email, newest first. */
export function searchMailRows(ctx: Context, filters: Filters & Paging): Listing<LoggedMail> {
  const { toEmail, kind, outcome, from, to } = filters;
  const conditions = [...readableKinds(ctx), ...containingAll([[textOf('m.to_email'), toEmail]])];
  if (isGiven(kind)) conditions.push(sql`m.kind = ${kind}`);
  if (isGiven(outcome)) conditions.push(outcomeIs[outcome]);
  conditions.push(...onDays(sql`m.created_at`, { from, to }));
  return listing(ctx.db, {
    rows: mailRows,
    from: sql`mails AS m`,
    conditions,
    text: columnOf('m.search_text'),
    list: 'mails',
    paging: filters,
    sorting,
    wireOf: mailOf,
  });
}

/** Mails with amounts are for those who may see money. product-rules 3.18. */
export function readableKinds(ctx: Context): RawBuilder<boolean>[] {
  return may(ctx, 'money.read') ? [] : [sql`m.kind <> ALL (${moneyMailKinds})`];
}

export function mayReadMail(ctx: Context, kind: string): boolean {
  return may(ctx, 'money.read') || !moneyMailKinds.includes(kind);
}

export async function findMail(db: Db, id: string): Promise<LoggedMail | undefined> {
  const row = await mailRows(db).where('m.id', '=', id).executeTakeFirst();
  return row && mailOf(row);
}
