import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type {
  releaseUnsubscribedEmail,
  searchUnsubscribedEmails,
  UnsubscribedEmail,
} from '#contract/communication/endpoints.ts';
import { communicationTexts } from '#contract/communication/endpoints.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
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
import { inTransaction } from '#server/platform/db/transaction.ts';
import { notFound } from '#server/errors.ts';
import { suppressionKey } from './address-hash.ts';
import type { Context } from '#server/context.ts';

interface Suppression {
  email: string;
  kind: UnsubscribedEmail['kind'];
  reason: string;
}

/** Blocks bulk emails to this address. An unsubscribe has priority over a bounce. */
export async function suppress({ db, at }: Pick<Context, 'db' | 'at'>, input: Suppression) {
  const { kind, reason } = input;
  const email = input.email.toLowerCase();
  await db
    .insertInto('suppressions')
    .values({ id: randomUUID(), email, kind, reason, at })
    .onConflict((taken) => {
      const again = taken.column('email');
      if (kind === 'refused') return again.doNothing();
      // A repeated unsubscribe can add the reason. The first timestamp stays.
      return again.doUpdateSet((row) => ({
        kind,
        reason: sql<string>`CASE WHEN excluded.reason = '' AND suppressions.kind = 'unsubscribed'
          THEN suppressions.reason ELSE excluded.reason END`,
        at: sql<Date>`CASE WHEN suppressions.kind = 'unsubscribed'
          THEN suppressions.at ELSE ${row.ref('excluded.at')} END`,
      }));
    })
    .execute();
}

/** Allows bulk emails to this address again. The administrator must give a reason. */
export async function release(
  ctx: Context,
  id: string,
  { reason }: BodyOf<typeof releaseUnsubscribedEmail>,
): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const released = await inside.db
      .deleteFrom('suppressions')
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst();
    if (released === undefined) throw notFound(communicationTexts.notFound);
    await recordAudit(inside, {
      action: 'releaseUnsubscribedEmail',
      subject: 'unsubscribedEmail',
      id,
      name: released.email.startsWith('erased:')
        ? communicationTexts.erasedAddress
        : released.email,
      after: { reason },
    });
  });
}

/** Also an address that was erased since and came back. */
export async function isUnsubscribed(db: Db, email: string): Promise<boolean> {
  const suppression = await db
    .selectFrom('suppressions')
    .select('id')
    .where((row) => row('email', 'in', [row.val(email), suppressionKey(sql`${email}`)]))
    .where('kind', '=', 'unsubscribed')
    .executeTakeFirst();
  return suppression !== undefined;
}

type Filters = BodyOf<typeof searchUnsubscribedEmails>;

function suppressionRows(db: Db) {
  return db
    .selectFrom('suppressions as s')
    .select(['s.id', 's.email', 's.kind', 's.reason', 's.at']);
}

const sorting: Sorting = {
  columns: {
    createdutc: columnOf('s.at'),
    email: textOf('s.email'),
    reason: textOf('s.reason'),
    kind: columnOf('s.kind'),
  },
  default: 'createdutc',
  defaultDescending: true,
  id: columnOf('s.id'),
};

function conditions({ email, reason, kind, from, to }: Filters): RawBuilder<boolean>[] {
  const found = containingAll([
    [textOf('s.email'), email],
    [textOf('s.reason'), reason],
  ]);
  if (isGiven(kind)) found.push(sql`s.kind = ${kind}`);
  return [...found, ...onDays(sql`s.at`, { from, to })];
}

/** Addresses that get no bulk emails, newest first. */
export function searchSuppressions(db: Db, filters: Filters & Paging): Listing<UnsubscribedEmail> {
  return listing(db, {
    rows: suppressionRows,
    from: sql`suppressions AS s`,
    conditions: conditions(filters),
    text: columnOf('s.search_text'),
    list: 'suppressions',
    paging: filters,
    sorting,
    wireOf: ({ at, email, ...row }) => ({
      ...row,
      email: email.startsWith('erased:') ? communicationTexts.erasedAddress : email,
      createdUtc: at.toISOString(),
    }),
  });
}
