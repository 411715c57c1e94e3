import { sql } from 'kysely';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { tryLock } from '#server/platform/db/advisory-locks.ts';

/** A detail that more members share says nothing, such as 000 000 0000 or the phone of a school. */
const mostAlike = 10;
const batch = 200;
/**
 * Compares the members whose details have changed with all others, by indexes, and stores who may be the
 * same person. A second process waits for nothing: the first does its members too. product-rules 21.1.
 */
export async function compareMembers({ db }: { db: Db }): Promise<void> {
  while ((await compareSome(db)) === batch);
}

/** Answers how many members were compared. */
function compareSome(db: Db): Promise<number> {
  return inTransaction({ db }, async (inside) => {
    if (!(await tryLock(inside.db, 'compareMembers'))) return 0;
    // Members before their marks, as those who save a member lock them. What is being saved is compared later.
    const { rows } = await sql<{ id: string }>`
      WITH unlocked AS (
        SELECT id FROM members WHERE id IN (SELECT member_id FROM members_to_compare LIMIT ${batch})
        FOR KEY SHARE SKIP LOCKED)
      DELETE FROM members_to_compare WHERE member_id IN (
        SELECT member_id FROM members_to_compare JOIN unlocked ON id = member_id
        FOR UPDATE OF members_to_compare SKIP LOCKED)
      RETURNING member_id AS id`.execute(inside.db);
    if (rows.length > 0)
      await storePairs(
        inside.db,
        rows.map(({ id }) => id),
      );
    return rows.length;
  });
}

/** One statement each, so that each reads the members as they are now. */
export async function storePairs(db: Db, ids: string[]): Promise<void> {
  await sql`
    DELETE FROM duplicate_pairs WHERE (first_id = ANY (${ids}::uuid[]) OR second_id = ANY (${ids}::uuid[]))
      AND NOT EXISTS (SELECT FROM (${pairsOf(ids)}) AS p
        WHERE p.first_id = duplicate_pairs.first_id AND p.second_id = duplicate_pairs.second_id)`.execute(
    db,
  );
  await sql`
    INSERT INTO duplicate_pairs (first_id, second_id, strength, reasons, details_hash)
    SELECT * FROM (${pairsOf(ids)}) AS p ORDER BY first_id, second_id
    ON CONFLICT (first_id, second_id) DO UPDATE SET
      strength = excluded.strength, reasons = excluded.reasons, details_hash = excluded.details_hash,
      dismissed_at = CASE WHEN duplicate_pairs.details_hash = excluded.details_hash
        THEN duplicate_pairs.dismissed_at END,
      dismissed_by = CASE WHEN duplicate_pairs.details_hash = excluded.details_hash
        THEN duplicate_pairs.dismissed_by END`.execute(db);
}

export const name = (member: string) =>
  sql`text_key(${sql.ref(`${member}.first_name`)} || ${sql.ref(`${member}.last_name`)})`;
const zip = (member: string) => sql`text_key(${sql.ref(`${member}.zip_code`)})`;
export const email = (member: string) => sql`email_key(${sql.ref(`${member}.email`)})`;
export const phone = (member: string) => sql`phone_key(${sql.ref(`${member}.phone`)})`;
const address = (member: string) => sql`text_key(${sql.ref(`${member}.postal_address`)})`;
const firstName = (member: string) => sql`text_key(${sql.ref(`${member}.first_name`)})`;
const lastName = (member: string) => sql`text_key(${sql.ref(`${member}.last_name`)})`;

/** The ids that one condition finds, or none if they are too many. */
export const few = (condition: ReturnType<typeof sql>) => sql`
  SELECT unnest(ids) FROM (SELECT array_agg(id) AS ids FROM (
    SELECT other.id FROM members AS other
    WHERE other.archived_at IS NULL AND ${condition} LIMIT ${mostAlike + 2}) AS alike) AS all_alike
  WHERE cardinality(ids) <= ${mostAlike + 1}`;

/** The present pairs of these members. A short form of a name is no reason by itself. */
export const pairsOf = (ids: string[]) => sql`
  SELECT pair.first_id, pair.second_id,
    CASE WHEN is_name AND (is_email OR is_phone OR is_address) THEN 3
      WHEN is_email OR (is_phone AND is_short) OR (is_name AND is_zip AND NOT is_other_phone) THEN 2
      ELSE 1 END AS strength,
    array_remove(ARRAY[
      CASE WHEN is_email THEN 'email' END, CASE WHEN is_phone THEN 'phone' END,
      CASE WHEN is_name THEN 'name' END, CASE WHEN is_address THEN 'place' END,
      CASE WHEN is_zip AND NOT is_address THEN 'zip' END, CASE WHEN is_short THEN 'shortName' END], NULL) AS reasons,
    md5(concat_ws(' ', CASE WHEN is_email THEN ${email('a')} END,
      CASE WHEN is_phone THEN ${phone('a')} END, CASE WHEN is_name THEN ${name('a')} END,
      CASE WHEN is_address OR is_zip THEN concat(${address('a')}, ${zip('a')}) END)) AS details_hash
  FROM (
    SELECT DISTINCT least(m.id, twin.id) AS first_id, greatest(m.id, twin.id) AS second_id
    FROM members AS m CROSS JOIN LATERAL (
      ${few(sql`${email('other')} = ${email('m')}`)}
      UNION ${few(sql`${phone('other')} = ${phone('m')}`)}
      UNION ${few(sql`${name('other')} = ${name('m')}`)}
      UNION ${few(sql`${name('other')} = ${name('m')} AND ${zip('other')} = ${zip('m')}`)}
    ) AS twin (id)
    WHERE m.id = ANY (${ids}::uuid[]) AND m.archived_at IS NULL AND twin.id <> m.id
  ) AS pair
  JOIN members AS a ON a.id = pair.first_id
  JOIN members AS b ON b.id = pair.second_id
  CROSS JOIN LATERAL (SELECT
    ${email('a')} IS NOT DISTINCT FROM ${email('b')} AS is_email,
    coalesce(${phone('a')} = ${phone('b')}, false) AS is_phone,
    coalesce(${name('a')} = ${name('b')}, false) AS is_name,
    coalesce(${address('a')} = ${address('b')}, false) AS is_address,
    coalesce(${zip('a')} = ${zip('b')}, false) AS is_zip,
    coalesce(${phone('a')} <> ${phone('b')}, false) AS is_other_phone,
    coalesce(${lastName('a')} = ${lastName('b')} AND ${firstName('a')} <> ${firstName('b')}
      AND least(length(${firstName('a')}), length(${firstName('b')})) >= 3
      AND (starts_with(${firstName('a')}, ${firstName('b')})
        OR starts_with(${firstName('b')}, ${firstName('a')})), false) AS is_short) AS same`;
