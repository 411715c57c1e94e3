import { sql, type RawBuilder } from 'kysely';
import { attachmentAddress } from '#contract/bulk-emails/attachments.ts';
import {
  bulkEmailTexts,
  type BulkEmail,
  type searchBulkEmails,
} from '#contract/bulk-emails/endpoints.ts';
import { keptAnswer } from '#contract/bulk-emails/outcomes.ts';
import { recipientListName } from '#contract/saved-searches/texts.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { listing, type Listing } from '#server/platform/db/lists/listing.ts';
import { columnOf, containingAll, textOf } from '#server/platform/db/lists/search-rows.ts';
import type { Paging, Sorting } from '#server/platform/db/lists/search.ts';
import { byNameOf } from '#server/platform/db/lists/sort-keys.ts';
import { notFound } from '#server/errors.ts';
import { fullNameOf } from '#server/platform/db/full-name.ts';

type Filters = BodyOf<typeof searchBulkEmails>;

/** Read in one statement, so that the counts always add up. product-rules 9.7. */
interface Counts {
  total: number;
  sent: number;
  failed: number;
  suppressed: number;
  uncertain: number;
  lastSent: string | null;
  nextAttempt: string | null;
}

/** Sums stored changes: a page asks every two seconds, and a million rows take a second to count. */
const counts = sql<Counts>`(
  SELECT json_build_object(
    'total', coalesce(sum(c.change), 0),
    'sent', coalesce(sum(c.change) FILTER (WHERE c.outcome = 'sent'), 0),
    'failed', coalesce(sum(c.change) FILTER (WHERE c.outcome = 'failed'), 0),
    'suppressed', coalesce(sum(c.change) FILTER (WHERE c.outcome = 'suppressed'), 0),
    'uncertain', coalesce(sum(c.change) FILTER (WHERE c.outcome = 'uncertain'), 0),
    'lastSent', max(c.last_sent_at),
    'nextAttempt', (
      SELECT min(r.next_attempt_at) FROM bulk_recipients r
      WHERE r.bulk_email_id = b.id AND r.outcome = 'pending' AND r.next_attempt_at IS NOT NULL))
  FROM bulk_recipient_changes c WHERE c.bulk_email_id = b.id)`;

/** One email stands for the others: a count of a million rows takes a second. */
const isCaptured = sql<boolean>`coalesce((
  SELECT r.answer = ${keptAnswer} FROM bulk_recipients r
  WHERE r.bulk_email_id = b.id AND r.outcome = 'sent' LIMIT 1), false)`;

function bulkEmailRows(db: Db) {
  return db
    .selectFrom('bulk_emails as b')
    .innerJoin('communication_lists as l', 'l.id', 'b.communication_list_id')
    .leftJoin('saved_searches as ss', 'ss.id', 'b.saved_search_id')
    .leftJoin('files as f', 'f.id', 'b.attachment_id')
    .leftJoin('users as u', 'u.id', 'b.processing_by')
    .select([
      'b.id',
      'b.subject',
      'b.title',
      'b.content',
      'b.communication_list_id as listId',
      'b.saved_search_id as searchId',
      'ss.list as searchList',
      'ss.name as searchName',
      'b.sent_to_name as sentToName',
      'l.name as listName',
      'b.is_appeal as isAppeal',
      'b.attachment_id as attachmentId',
      'f.name as attachmentName',
      'b.created_at as createdAt',
      'b.processing_at as processingAt',
      'b.completed_at as completedAt',
      'b.paused_at as pausedAt',
      'b.held_at as heldAt',
      'b.held_reason as heldReason',
      'b.stopped_at as stoppedAt',
      'b.trouble',
    ])
    .select([
      sql<number | null>`octet_length(f.bytes)`.as('attachmentSize'),
      fullNameOf('u').$castTo<string | null>().as('processedBy'),
      counts.as('counts'),
      isCaptured.as('isCaptured'),
    ]);
}

type Row = Awaited<ReturnType<ReturnType<typeof bulkEmailRows>['executeTakeFirstOrThrow']>>;

function bulkEmailOf({ counts: count, attachmentId, ...row }: Row): BulkEmail {
  const { listId, listName, searchId, searchList, searchName, sentToName } = row;
  const { total, sent, failed, suppressed, uncertain } = count;
  const processed = sent + failed + suppressed + uncertain;
  const isRunning = row.processingAt !== null && row.completedAt === null;
  return {
    ...row,
    communicationListId: searchId ?? listId,
    communicationListName:
      sentToName ??
      (searchName === null ? listName : recipientListName(searchList ?? '', searchName)),
    attachmentPath: attachmentId === null ? null : attachmentAddress(attachmentId),
    bulkEmailStatusName: statusOf(row),
    totalCount: total,
    totalCountProcessed: processed,
    sentCount: sent,
    failedCount: failed,
    suppressedCount: suppressed,
    uncertainCount: uncertain,
    pendingCount: total - processed,
    createdUtc: row.createdAt.toISOString(),
    processingUtc: row.processingAt?.toISOString() ?? null,
    completedUtc: row.completedAt?.toISOString() ?? null,
    lastSentUtc: instantOf(count.lastSent),
    isPaused: isRunning && row.pausedAt !== null,
    isHeld: isRunning && row.heldAt !== null,
    isStopped: row.stoppedAt !== null,
    nextAttemptUtc: isRunning ? instantOf(count.nextAttempt) : null,
  };
}

/** The status is derived from the timestamps. */
function statusOf({ processingAt, completedAt }: Pick<Row, 'processingAt' | 'completedAt'>) {
  if (processingAt === null) return 'Pending';
  return completedAt === null ? 'Processing' : 'Complete';
}

function instantOf(text: string | null): string | null {
  return text === null ? null : new Date(text).toISOString();
}

export async function readBulkEmail(db: Db, id: string): Promise<BulkEmail> {
  const row = await bulkEmailRows(db).where('b.id', '=', id).executeTakeFirst();
  if (row === undefined) throw notFound(bulkEmailTexts.notFound);
  return bulkEmailOf(row);
}

/** Throws a 404 for an unknown id. Unlike `readBulkEmail`, it does not count the recipients. */
export async function assertBulkEmailExists(db: Db, id: string): Promise<void> {
  const row = await db
    .selectFrom('bulk_emails')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw notFound(bulkEmailTexts.notFound);
}

function sumOfChanges(condition: RawBuilder<boolean>): RawBuilder<number> {
  return sql`(SELECT coalesce(sum(c.change), 0) FROM bulk_recipient_changes c
    WHERE c.bulk_email_id = b.id AND ${condition})`;
}

const sorting: Sorting = {
  columns: {
    createdutc: columnOf('b.created_at'),
    subject: textOf('b.subject'),
    communicationlistname: byNameOf({
      to: 'communication_lists',
      pointer: 'b.communication_list_id',
      id: 'b.id',
      from: sql`bulk_emails AS b`,
    }),
    status: sql`CASE WHEN b.processing_at IS NULL THEN 1 WHEN b.completed_at IS NULL THEN 2 ELSE 3 END`,
    content: sql`fold(regexp_replace(b.content, '<[^>]*>', '', 'g'))`,
    totalcount: sumOfChanges(sql`true`),
    totalcountprocessed: sumOfChanges(sql`c.outcome NOT IN ('pending', 'sending')`),
  },
  default: 'createdutc',
  defaultDescending: true,
  id: columnOf('b.id'),
};

/** Bulk emails that match the subject filter, newest first. */
export function searchBulkEmailRows(db: Db, filters: Filters & Paging): Listing<BulkEmail> {
  const conditions: RawBuilder<boolean>[] = containingAll([[textOf('b.subject'), filters.subject]]);
  return listing(db, {
    rows: bulkEmailRows,
    from: sql`bulk_emails AS b`,
    conditions,
    text: columnOf('b.search_text'),
    paging: filters,
    sorting,
    wireOf: bulkEmailOf,
  });
}
