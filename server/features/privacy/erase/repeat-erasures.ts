import { type RawBuilder, sql } from 'kysely';
import { membershipNumber } from '#contract/numbers.ts';
import type { AppDeps } from '#server/app-deps.ts';
import type { Context } from '#server/context.ts';
import { backupFolder } from '#server/features/backups/backup-deps.ts';
import { hasHistory } from '#server/features/members/delete-member.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { allowLongStatements } from '#server/platform/db/session-settings.ts';
import { eraseSubject } from './erase-subject.ts';
import { answerRequest } from './erasure-requests.ts';
import { readErasureList, storeErasureList, type ListedErasure } from './erasure-list.ts';
import { eraseMoneyOf, recordErasure } from './erase-person.ts';
import { findAddressSubject, findMemberSubject } from '../find-subject.ts';

/**
 * Erases again what the list beside the backups has and the database does not: it was restored from an
 * earlier backup. Then completes the list. Runs at the start and every hour. product-rules 19.4.
 */
export async function repeatErasures(
  deps: Pick<AppDeps, 'db' | 'queue' | 'clock' | 'config' | 'log'>,
): Promise<number> {
  const { db, queue, clock, config, log } = deps;
  let repeated = 0;
  for (const listed of await readErasureList(backupFolder(config))) {
    const ctx = { db, queue, at: clock.now(), by: null };
    if (await repeat(ctx, listed)) repeated += 1;
  }
  if (repeated > 0) log.warn({ repeated }, 'erasures were repeated after a restore');
  await storeErasureList(deps);
  return repeated;
}

async function repeat(ctx: Context, listed: ListedErasure): Promise<boolean> {
  if (await isKnown(ctx.db, listed)) return false;
  return inTransaction(ctx, async (inside) => {
    const { db } = inside;
    await allowLongStatements(db);
    // Of several processes that start, one does the work.
    await sql`LOCK TABLE erasures IN SHARE ROW EXCLUSIVE MODE`.execute(db);
    if (await isKnown(db, listed)) return false;
    if (listed.kind === 'member') await eraseMemberAgain(inside, listed.subject);
    else if (listed.kind === 'money') await eraseMoneyAgain(inside, listed.subject);
    else if (!(await eraseAddressesAgain(inside, listed))) return false;
    await recordErasure(inside, listed);
    return true;
  });
}

/** Erased at that time or later: an address can come back and be erased again. */
async function isKnown(db: Db, { kind, subject, erasedAt }: ListedErasure): Promise<boolean> {
  const row = await db
    .selectFrom('erasures')
    .select('id')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('erased_at', '>=', new Date(erasedAt))
    .executeTakeFirst();
  return row !== undefined;
}

async function eraseMemberAgain(ctx: Context, id: string): Promise<void> {
  const member = await ctx.db
    .selectFrom('members')
    .select('id')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (member === undefined) return;
  await answerRequest(ctx, id);
  await eraseSubject(ctx, await findMemberSubject(ctx.db, id));
}

async function eraseMoneyAgain(ctx: Context, id: string): Promise<void> {
  const payment = await ctx.db
    .selectFrom('payments')
    .select('id')
    .where('id', '=', id)
    .where('payer_name', 'is not', null)
    .forUpdate()
    .executeTakeFirst();
  if (payment !== undefined) await eraseMoneyOf(ctx, id);
}

/** Only the hash is listed, so all stored addresses are compared with it. False: a user must be looked at first. */
async function eraseAddressesAgain(ctx: Context, listed: ListedErasure): Promise<boolean> {
  const { db } = ctx;
  const isListed = isHashed(listed);
  for (const holder of await findHolders(db, listed)) {
    if (!(await isDeletable(db, holder))) return false;
    const subject = holder.memberId ?? '';
    await eraseMemberAgain(ctx, subject);
    await recordErasure(ctx, { kind: 'member', subject });
  }
  const { rows } = await sql<{ email: string }>`
    SELECT DISTINCT email FROM (
      SELECT lower(email) AS email FROM donations
      UNION SELECT lower(payer_email) FROM invoices
      UNION SELECT lower(to_email) FROM mails
      UNION SELECT email FROM consents
      UNION SELECT email FROM suppressions
      UNION SELECT email FROM bulk_recipients
    ) AS stored
    WHERE ${isListed(sql`email`)}`.execute(db);
  for (const { email } of rows) {
    await eraseSubject(ctx, await findAddressSubject(db, email));
  }
  return true;
}

const isHashed =
  ({ salt, subject }: ListedErasure) =>
  (email: RawBuilder<unknown>) =>
    sql<boolean>`encode(sha256(decode(${salt}, 'hex') || convert_to(${email}, 'UTF8')), 'hex') = ${subject}`;

/** A user of the restored backup who has an erased address. */
interface Holder {
  memberId: string | null;
  number: number | null;
  /** Nobody has shown since that the address is the own one, and the user was there before. */
  isFromBefore: boolean;
}

async function findHolders(db: Db, listed: ListedErasure): Promise<Holder[]> {
  const { rows } = await sql<Holder>`
    SELECT m.id AS "memberId", m.number, NOT u.is_address_old AND u.role = 'Member'
      AND u.created_at <= ${listed.erasedAt}::timestamptz
      AND (u.email_proved_at IS NULL OR u.email_proved_at <= ${listed.erasedAt}::timestamptz)
      AS "isFromBefore"
    FROM users AS u LEFT JOIN members AS m ON m.user_id = u.id
    WHERE u.removed_at IS NULL AND ${isHashed(listed)(sql`u.email`)}`.execute(db);
  return rows;
}

/**
 * An address is erased only when no user has it, so this one was deleted since the backup, or has another
 * address now. Only a member who never paid is deleted.
 */
async function isDeletable(db: Db, { memberId, isFromBefore }: Holder): Promise<boolean> {
  return memberId !== null && isFromBefore && !(await hasHistory(db, memberId));
}

/** For System Check: how the users are called whose erased address was not erased again. */
export async function findNotRepeated({
  db,
  config,
}: Pick<AppDeps, 'db' | 'config'>): Promise<string[]> {
  const names: string[] = [];
  for (const listed of await readErasureList(backupFolder(config))) {
    if (listed.kind !== 'address' || (await isKnown(db, listed))) continue;
    for (const { memberId, number } of await findHolders(db, listed)) {
      if (memberId === null) names.push('an administrator');
      else names.push(number === null ? `member ${memberId}` : membershipNumber(number));
    }
  }
  return names;
}
