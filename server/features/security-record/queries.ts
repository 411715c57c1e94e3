import { sql, type RawBuilder } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import {
  securityTexts,
  type searchSecurityEvents,
  type SecurityEvent,
} from '#contract/security-record/endpoints.ts';
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

type Filters = BodyOf<typeof searchSecurityEvents>;

function eventRows(db: Db) {
  return db
    .selectFrom('security_events as e')
    .select(['e.id', 'e.at', 'e.first_at', 'e.count', 'e.kind', 'e.user_name', 'e.detail'])
    .select(['e.client', 'e.device']);
}

type Row = Awaited<ReturnType<ReturnType<typeof eventRows>['executeTakeFirstOrThrow']>>;

function eventOf({ id, at, first_at, user_name, ...row }: Row): SecurityEvent {
  return {
    ...row,
    id: String(id),
    at: at.toISOString(),
    firstAt: first_at.toISOString(),
    person: user_name || securityTexts.unknown,
  };
}

const sorting: Sorting = {
  columns: {
    at: columnOf('e.at'),
    createdutc: columnOf('e.at'),
    kind: columnOf('e.kind'),
    person: textOf('e.user_name'),
    client: columnOf('e.client'),
  },
  default: 'at',
  defaultDescending: true,
  id: columnOf('e.id'),
};

function conditions({ kind, person, from, to }: Filters): RawBuilder<boolean>[] {
  const found: RawBuilder<boolean>[] = containingAll([[textOf('e.user_name'), person]]);
  if (isGiven(kind)) found.push(sql`e.kind = ${kind}`);
  return [...found, ...onDays(sql`e.at`, { from, to })];
}

/** The security record, newest first. Both days are included. product-rules 4.32. */
export function searchSecurityRows(db: Db, filters: Filters & Paging): Listing<SecurityEvent> {
  return listing(db, {
    rows: eventRows,
    from: sql`security_events AS e`,
    conditions: conditions(filters),
    text: columnOf('e.search_text'),
    list: 'security_events',
    paging: filters,
    sorting,
    wireOf: eventOf,
  });
}
