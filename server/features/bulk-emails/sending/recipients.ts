import { sql } from 'kysely';
import { bulkEmailTexts } from '#contract/bulk-emails/endpoints.ts';
import type {
  BulkRecipient,
  countAudience as countingAudience,
  countRecipients as counting,
  searchBulkRecipients,
} from '#contract/bulk-emails/sending.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import { placeholdersIn } from '#contract/bulk-emails/placeholders.ts';
import { isSuppressed, joinSuppressions } from '#server/features/communication/address-hash.ts';
import { recipientOutcome } from '#server/features/communication/recipient-outcome.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { listing, type Listing } from '#server/platform/db/lists/listing.ts';
import { containingAll, isGiven, textOf, columnOf } from '#server/platform/db/lists/search-rows.ts';
import type { Paging, Sorting } from '#server/platform/db/lists/search.ts';
import { badField, notFound } from '#server/errors.ts';
import { findRecipientList } from '../recipient-list.ts';
import { deactivatedPeople, listedPeople, recipientsOf, type Aimed } from './audience.ts';

type Filters = BodyOf<typeof searchBulkRecipients>;

const outcomeAt = sql<Date | null>`coalesce(r.sent_at, r.failed_at, r.suppressed_at, r.uncertain_at)`;

const sorting: Sorting = {
  columns: {
    email: columnOf('r.email'),
    name: textOf('r.name'),
    outcome: recipientOutcome,
    outcomeutc: outcomeAt,
    answer: textOf('r.answer'),
  },
  nullable: ['outcomeutc', 'answer'],
  default: 'email',
  defaultDescending: false,
  id: columnOf('r.id'),
};

function recipientRows(db: Db) {
  return db
    .selectFrom('bulk_recipients as r')
    .select(['r.id', 'r.email', 'r.name', 'r.answer', 'r.attempts', 'r.next_attempt_at as next'])
    .select(recipientOutcome.as('outcome'))
    .select(outcomeAt.as('at'));
}

/** The recipients of a bulk email with their outcomes. */
export function searchRecipients(
  db: Db,
  id: string,
  filters: Filters & Paging,
): Listing<BulkRecipient> {
  const conditions = containingAll([[textOf('r.email'), filters.email]]);
  if (filters.outcome === 'pending') conditions.push(sql`r.outcome IN ('pending', 'sending')`);
  else if (isGiven(filters.outcome)) {
    const stored = filters.outcome === 'captured' ? 'sent' : filters.outcome;
    conditions.push(sql`r.outcome = ${stored} AND ${recipientOutcome} = ${filters.outcome}`);
  }
  return listing(db, {
    rows: recipientRows,
    from: sql`bulk_recipients AS r`,
    always: [sql`r.bulk_email_id = ${id}`],
    conditions,
    length: sql`(
      SELECT coalesce(sum(change), 0) FROM bulk_recipient_changes WHERE bulk_email_id = ${id})`,
    text: sql`fold(r.email || ' ' || r.name)`,
    paging: filters,
    sorting,
    wireOf: ({ at, next, ...row }) => ({
      ...row,
      outcomeUtc: at?.toISOString() ?? null,
      nextAttemptUtc: next?.toISOString() ?? null,
    }),
  });
}

/** The current number of recipients. Process counts again and stores them. */
export async function countToSend(db: Db, id: string): Promise<ReplyOf<typeof counting>> {
  const email = await db
    .selectFrom('bulk_emails as b')
    .select(['b.subject', 'b.title', 'b.content', 'b.is_appeal as isAppeal'])
    .select((row) => row.fn.coalesce('b.saved_search_id', 'b.communication_list_id').as('listId'))
    .where('b.id', '=', id)
    .executeTakeFirst();
  const list = email && (await findRecipientList(db, email.listId));
  if (email === undefined || list === undefined) throw notFound(bulkEmailTexts.notFound);
  const used = placeholdersIn(email.subject, email.title, email.content);
  const [empty, audience, limits] = await Promise.all([
    countEmptyValues(db, { ...list, isAppeal: email.isAppeal }, used),
    countAudience(db, email.listId, email.isAppeal),
    db
      .selectFrom('company_info')
      .select(['mails_per_minute as perMinute', 'mails_per_day as perDay'])
      .executeTakeFirstOrThrow(),
  ]);
  const minutes = minutesFor(audience.toSend, limits);
  return { ...audience, ...limits, minutes, empty };
}

/** How many a bulk email would reach now, and whom it leaves out, before it is saved. */
export async function countAudience(
  db: Db,
  listId: string,
  isAppeal: boolean,
): Promise<ReplyOf<typeof countingAudience>> {
  const list = await findRecipientList(db, listId);
  if (list === undefined) throw badField('communicationListId', bulkEmailTexts.noList);
  const aimed = { ...list, isAppeal };
  const kind = sql`coalesce(s.kind, e.kind)`;
  const { rows } = await sql<ReplyOf<typeof countingAudience>>`
    SELECT count(*) FILTER (WHERE p.agreed AND NOT ${isSuppressed}) AS "toSend",
      count(*) FILTER (WHERE NOT p.agreed) AS "noConsent",
      count(*) FILTER (WHERE p.agreed AND ${kind} = 'unsubscribed') AS unsubscribed,
      count(*) FILTER (WHERE p.agreed AND ${kind} = 'refused') AS refused,
      ${deactivatedPeople(aimed)} AS deactivated
    FROM (${listedPeople(aimed)}) AS p ${joinSuppressions(sql`p.email`)}`.execute(db);
  const [counts] = rows;
  if (counts === undefined) throw new Error('The counts have no row.');
  return counts;
}

type EmptyValues = ReplyOf<typeof counting>['empty'];

/** For each placeholder, the number of current recipients without a value for it. */
export async function countEmptyValues(
  db: Db,
  aimed: Aimed,
  placeholders: string[],
): Promise<EmptyValues> {
  if (placeholders.length === 0) return [];
  const withoutValue = placeholders.map(
    (name) => sql`count(*) FILTER (
      WHERE NOT ${isSuppressed} AND coalesce(p.replacements ->> ${sql.lit(name)}, '') = '')`,
  );
  const recipients = recipientsOf(aimed, { columns: ['replacements'], placeholders });
  const { rows } = await sql<{ empty: number[] }>`
    SELECT ARRAY[${sql.join(withoutValue)}]::integer[] AS empty
    FROM (${recipients}) AS p ${joinSuppressions(sql`p.email`)}`.execute(db);
  return placeholders
    .map((name, place) => ({ name, count: rows[0]?.empty[place] ?? 0 }))
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

function minutesFor(
  count: number,
  { perMinute, perDay }: { perMinute: number | null; perDay: number | null },
): number | null {
  if (perMinute === null && perDay === null) return null;
  const byMinute = perMinute === null ? 0 : Math.ceil(count / perMinute) - 1;
  const byDay = perDay === null ? 0 : (Math.ceil(count / perDay) - 1) * 24 * 60;
  return Math.max(byMinute, byDay, 0);
}
