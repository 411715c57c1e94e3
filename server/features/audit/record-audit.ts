import { isByStaff } from '#server/platform/access/permissions.ts';
import type { AuditAction, AuditSubject } from '#contract/audit/endpoints.ts';
import type { Context } from '#server/context.ts';
import { fullNameOf } from '#server/platform/db/full-name.ts';

export interface Change {
  /** The name of the call. `auditWords` holds its readable text. */
  action: AuditAction;
  subject: AuditSubject;
  id: string;
  /** The readable name of the record: a name or a number. */
  name: string;
  /** The record before and after, as the contract shows it, so without secrets. */
  before?: object | undefined;
  after?: object | undefined;
}

/**
 * Records what an administrator changed, in the same transaction. Actions of a Member or an anonymous
 * caller are not recorded. A change without a difference leaves no entry. product-rules 4.16.
 */
export async function recordAudit(ctx: Context, change: Change): Promise<void> {
  const { by } = ctx;
  if (by === null || !isByStaff(ctx)) return;
  const { before, after } = differing(change.before ?? {}, change.after ?? {});
  const isEdit = change.before !== undefined && change.after !== undefined;
  if (isEdit && Object.keys(after).length + Object.keys(before).length === 0) return;
  await insertEntries(ctx, [{ ...change, before, after }], by.userId);
}

/** Records many records that were added or deleted, in one statement. */
export async function recordMany(ctx: Context, changes: Change[]): Promise<void> {
  const { by } = ctx;
  if (by === null || !isByStaff(ctx) || changes.length === 0) return;
  await insertEntries(ctx, changes, by.userId);
}

/**
 * Records what a person changed in the own record with a mailed link, without a session. The old values
 * would be lost otherwise.
 */
export async function recordOwnChange(ctx: Context, change: Change): Promise<void> {
  const own = { ...change, ...differing(change.before ?? {}, change.after ?? {}) };
  await insertEntries(ctx, [own], null);
}

/** Records what the application did because of somebody, whoever that was. `byName` is for all but the office. */
export async function recordForAll(ctx: Context, changes: Change[], byName: string): Promise<void> {
  if (changes.length === 0) return;
  const byUserId = isByStaff(ctx) ? (ctx.by?.userId ?? null) : null;
  await insertEntries(ctx, changes, byUserId, byName);
}

async function insertEntries(
  { db, at }: Context,
  changes: Change[],
  byUserId: string | null,
  byName?: string,
): Promise<void> {
  await db
    .insertInto('audit_entries')
    .values((row) =>
      changes.map((change) => ({
        at,
        by_user_id: byUserId,
        by_name:
          byUserId === null
            ? (byName ?? change.name)
            : row
                .selectFrom('users')
                .select(fullNameOf('users').as('name'))
                .where('id', '=', byUserId)
                .$asScalar()
                .$notNull(),
        action: change.action,
        subject_kind: change.subject,
        subject_id: change.id,
        subject_name: change.name,
        before: JSON.stringify(change.before ?? {}),
        after: JSON.stringify(change.after ?? {}),
      })),
    )
    .execute();
}

type Values = Record<string, unknown>;

/** From both records, only the fields with different values. */
function differing(before: object, after: object): { before: Values; after: Values } {
  const [old, now] = [before as Values, after as Values];
  const names = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter(
    (name) => JSON.stringify(old[name]) !== JSON.stringify(now[name]),
  );
  const pick = (values: Values) =>
    Object.fromEntries(names.flatMap((name) => (name in values ? [[name, values[name]]] : [])));
  return { before: pick(old), after: pick(now) };
}
