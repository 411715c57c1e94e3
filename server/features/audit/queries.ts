import { sql, type RawBuilder } from 'kysely';
import { type AuditEntry, deletions, type searchAudit } from '#contract/audit/endpoints.ts';
import type { BodyOf } from '#contract/endpoint.ts';
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

type Filters = BodyOf<typeof searchAudit>;

function entryRows(db: Db) {
  return db
    .selectFrom('audit_entries as e')
    .select([
      'e.id',
      'e.at',
      'e.by_user_id as byUserId',
      'e.by_name as byName',
      'e.action',
      'e.subject_kind as subjectKind',
      'e.subject_id as subjectId',
      'e.subject_name as subjectName',
      'e.before',
      'e.after',
    ])
    .select((row) =>
      row
        .exists(
          row
            .selectFrom('audit_entries as d')
            .whereRef('d.subject_id', '=', 'e.subject_id')
            .where('d.action', 'in', deletions),
        )
        .$castTo<boolean>()
        .as('isGone'),
    );
}

type Row = Awaited<ReturnType<ReturnType<typeof entryRows>['executeTakeFirstOrThrow']>>;

function entryOf({ id, at, ...row }: Row): AuditEntry {
  return { ...row, id: String(id), at: at.toISOString() };
}

/** Entries with the same timestamp keep the order in which they were written. */
const sorting: Sorting = {
  columns: {
    at: columnOf('e.at'),
    createdutc: columnOf('e.at'),
    byname: textOf('e.by_name'),
    subjectname: textOf('e.subject_name'),
  },
  default: 'at',
  defaultDescending: true,
  id: columnOf('e.id'),
};

function conditions({ subjectKind, subjectId, action, from, to, ...texts }: Filters) {
  const found: RawBuilder<boolean>[] = containingAll([
    [textOf('e.by_name'), texts.byName],
    [textOf('e.subject_name'), texts.subjectName],
  ]);
  if (isGiven(subjectKind)) found.push(sql`e.subject_kind = ${subjectKind}`);
  if (isGiven(subjectId)) found.push(sql`e.subject_id = ${subjectId}`);
  if (isGiven(action)) found.push(sql`e.action = ${action}`);
  return [...found, ...onDays(sql`e.at`, { from, to })];
}

/** The changes that administrators made, newest first. Both days are included. product-rules 4.16. */
export function searchAuditRows(db: Db, filters: Filters & Paging): Listing<AuditEntry> {
  return listing(db, {
    rows: entryRows,
    from: sql`audit_entries AS e`,
    conditions: conditions(filters),
    text: columnOf('e.search_text'),
    list: 'audit_entries',
    paging: filters,
    sorting,
    wireOf: entryOf,
  });
}
