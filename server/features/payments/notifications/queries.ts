import { sql, type RawBuilder } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import type { Notification, searchNotifications } from '#contract/payments/notifications.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { listing, type Listing } from '#server/platform/db/lists/listing.ts';
import { columnOf, containingAll, textOf } from '#server/platform/db/lists/search-rows.ts';
import type { Paging, Sorting } from '#server/platform/db/lists/search.ts';

type Filters = BodyOf<typeof searchNotifications>;

function notificationRows(db: Db) {
  return db.selectFrom('card_notifications as n').selectAll();
}

type Row = Awaited<ReturnType<ReturnType<typeof notificationRows>['executeTakeFirstOrThrow']>>;

function notificationOf(row: Row): Notification {
  return {
    id: row.id,
    kind: row.kind,
    receivedUtc: row.received_at.toISOString(),
    recordId: row.record_id,
    providerId: row.provider_id,
    paymentStatus: row.payment_status,
    amount: row.amount_cents === null ? null : row.amount_cents / 100,
    sourceAddress: row.source_address,
    verdict: row.verdict,
    checks: row.checks,
    body: row.body.toString('latin1'),
  };
}

export async function findNotification(db: Db, id: string): Promise<Notification | undefined> {
  const row = await notificationRows(db).where('n.id', '=', id).executeTakeFirst();
  return row && notificationOf(row);
}

const sorting: Sorting = {
  columns: {
    createdutc: columnOf('n.received_at'),
    kind: columnOf('n.kind'),
    providerid: textOf('n.provider_id'),
    amount: sql`coalesce(n.amount_cents, 0)`,
    verdict: columnOf('n.verdict'),
  },
  default: 'createdutc',
  defaultDescending: true,
  id: columnOf('n.id'),
};

function conditions(filters: Filters): RawBuilder<boolean>[] {
  const isWaiting = filters.verdict === 'waiting';
  const found = containingAll([
    [textOf('n.record_id'), filters.recordId],
    [textOf('n.provider_id'), filters.providerId],
    [textOf('n.verdict'), isWaiting ? null : filters.verdict],
  ]);
  if (isWaiting) found.push(sql`n.verdict IS NULL`);
  return found;
}

/** Notifications that match all filters, newest first. */
export function searchNotificationRows(db: Db, filters: Filters & Paging): Listing<Notification> {
  return listing(db, {
    rows: notificationRows,
    from: sql`card_notifications AS n`,
    conditions: conditions(filters),
    text: columnOf('n.search_text'),
    list: 'card_notifications',
    paging: filters,
    sorting,
    wireOf: notificationOf,
  });
}
