import { randomUUID } from 'node:crypto';
import type { AuditAction } from '#contract/audit/endpoints.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import {
  type createSavedSearch as creating,
  mostSavedSearches,
  permissionsOfList,
  type SavedList,
  type SavedSearch,
  updateSavedSearch as updating,
} from '#contract/saved-searches/endpoints.ts';
import { savedSearchTexts as texts } from '#contract/saved-searches/texts.ts';
import type { Caller, Context } from '#server/context.ts';
import { conflict, Refused, sentences, withNameTakenError } from '#server/errors.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { may } from '#server/platform/access/permissions.ts';
import { assertNotStale } from '#server/platform/http/version.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { assertSearch } from './check-search.ts';
import { assertMaySee, readSavedSearch } from './queries.ts';

export async function createSavedSearch(
  ctx: Context,
  by: Caller,
  form: BodyOf<typeof creating>,
): Promise<SavedSearch> {
  return withNameErrors(() =>
    inTransaction(ctx, async (inside) => {
      const { db, at } = inside;
      assertMaySee(inside, form.list);
      if (form.isShared) assertMayShare(inside, form.list);
      await assertSearch(db, form.list, form.search);
      await assertRoom(db, by, form);
      const id = randomUUID();
      await db
        .insertInto('saved_searches')
        .values({
          id,
          list: form.list,
          name: form.name,
          owner_id: by.userId,
          is_shared: form.isShared,
          search: JSON.stringify(form.search),
          created_at: at,
          changed_at: at,
        })
        .execute();
      const after = await readSavedSearch(inside, by, id);
      await auditSavedSearch(inside, 'createSavedSearch', { after });
      return after;
    }),
  );
}

/** An omitted field keeps its value. Only the owner can stop sharing it: it would be lost to all others. */
export async function updateSavedSearch(
  ctx: Context,
  by: Caller,
  id: string,
  { form, ifMatch }: { form: BodyOf<typeof updating>; ifMatch: string | undefined },
): Promise<SavedSearch> {
  return withNameErrors(() =>
    inTransaction(ctx, async (inside) => {
      const { db, at } = inside;
      const before = await lockSavedSearch(inside, by, id);
      assertNotStale(ifMatch, updating, before);
      const isShared = form.isShared ?? before.isShared;
      if (!before.isOwn || (isShared && !before.isShared)) assertMayShare(inside, before.list);
      if (form.search !== undefined) await assertSearch(db, before.list, form.search);
      if (isShared !== before.isShared) await assertRoom(db, by, { list: before.list, isShared });
      if (before.isShared && !isShared) {
        if (!before.isOwn) throw conflict(texts.ownersOnly);
        await assertUnused(db, id);
      }
      await db
        .updateTable('saved_searches')
        .set({
          name: form.name ?? before.name,
          is_shared: isShared,
          search: JSON.stringify(form.search ?? before.search),
          changed_at: at,
        })
        .where('id', '=', id)
        .execute();
      const after = await readSavedSearch(inside, by, id);
      await auditSavedSearch(inside, 'updateSavedSearch', { before, after });
      return after;
    }),
  );
}

export async function deleteSavedSearch(ctx: Context, by: Caller, id: string): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const { db } = inside;
    const before = await lockSavedSearch(inside, by, id);
    if (!before.isOwn) assertMayShare(inside, before.list);
    await assertUnused(db, id);
    await db.deleteFrom('saved_searches').where('id', '=', id).execute();
    await auditSavedSearch(inside, 'deleteSavedSearch', { before });
  });
}

/** When an administrator is removed. Searches for everybody stay. */
export async function deleteOwnSearches(db: Db, userId: string): Promise<void> {
  await db
    .deleteFrom('saved_searches')
    .where('owner_id', '=', userId)
    .where('is_shared', '=', false)
    .execute();
  await db
    .updateTable('saved_searches')
    .set({ owner_id: null })
    .where('owner_id', '=', userId)
    .execute();
}

/** Others use it. product-rules 18.31. */
function assertMayShare(ctx: Context, list: SavedList): void {
  if (permissionsOfList[list].change.some((permission) => may(ctx, permission))) return;
  throw new Refused('forbidden', sentences.forbidden);
}

/** A bulk email that starts to use the search waits for this lock. */
async function lockSavedSearch(inside: Context, by: Caller, id: string): Promise<SavedSearch> {
  await inside.db
    .selectFrom('saved_searches')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .execute();
  return readSavedSearch(inside, by, id);
}

/** The foreign key refuses it too. This names the bulk email. */
async function assertUnused(db: Db, id: string): Promise<void> {
  const bulkEmail = await db
    .selectFrom('bulk_emails')
    .select('subject')
    .where('saved_search_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  if (bulkEmail !== undefined) throw conflict(texts.usedBy(bulkEmail.subject));
}

interface Place {
  list: string;
  isShared: boolean;
}

async function assertRoom(db: Db, by: Caller, { list, isShared }: Place): Promise<void> {
  const beside = db
    .selectFrom('saved_searches')
    .select('id')
    .where('list', '=', list)
    .where('is_shared', '=', isShared);
  const rows = isShared ? beside : beside.where('owner_id', '=', by.userId);
  if ((await rows.limit(mostSavedSearches).execute()).length >= mostSavedSearches) {
    throw conflict(texts.tooMany);
  }
}

interface Change {
  before?: SavedSearch;
  after?: SavedSearch;
}

/** What an administrator saves for themselves changes nothing for others. */
async function auditSavedSearch(ctx: Context, action: AuditAction, { before, after }: Change) {
  const shown = after?.isShared === true ? after : before;
  if (shown?.isShared !== true) return;
  await recordAudit(ctx, {
    action,
    subject: 'savedSearch',
    id: shown.id,
    name: shown.name,
    before: before?.isShared === true ? edited(before) : undefined,
    after: after && edited(after),
  });
}

function edited({ list, name, isShared, search }: SavedSearch): object {
  return { list, name, isShared, search };
}

/** Reports the violations of the two unique indexes as field errors. */
function withNameErrors<T>(effect: () => Promise<T>): Promise<T> {
  const shared = { field: 'name', message: texts.sharedNameTaken };
  const own = { field: 'name', message: texts.ownNameTaken };
  return withNameTakenError('saved_searches_shared_name', shared, () =>
    withNameTakenError('saved_searches_own_name', own, effect),
  );
}
