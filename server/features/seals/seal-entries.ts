import { sql } from 'kysely';
import type { Clock } from '#server/clock.ts';
import { advisoryLocks } from '#server/platform/db/advisory-locks.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import {
  deletionText,
  formOf,
  hashOfSeal,
  moneyColumns,
  newestForm,
  sealedEvents,
  textOf,
  type SealedEvent,
} from './forms.ts';

/** Of one seal, so that a transaction is short and a seal is verified in little memory. */
const batch = 1000;

/** A row of `entries_to_seal`. The id is a text, as JSON has it. */
interface Waiting {
  id: number;
  event: string;
  audit_entry_id: number | null;
  payment_id: string | null;
  credit_use_id: string | null;
  closed_month_id: string | null;
  undo_entry_id: number | null;
}

interface Options {
  db: Db;
  clock: Clock;
  isStopping?: () => boolean;
}

/** Seals what is not sealed yet. A second process waits for nothing: the first seals all. product-rules 23.5. */
export async function sealEntries({ db, clock, isStopping = () => false }: Options): Promise<void> {
  while (!isStopping()) {
    if ((await sealSome(db, clock.now())) < batch) return;
  }
}

/** Makes one seal. Answers how many entries were waiting for it. */
export function sealSome(db: Db, at: Date): Promise<number> {
  return inTransaction({ db }, async (inside) => {
    const { rows: locks } = await sql<{ isMine: boolean }>`
      SELECT pg_try_advisory_xact_lock(${advisoryLocks.seals}) AS "isMine"`.execute(inside.db);
    if (locks[0]?.isMine !== true) return 0;
    // Not by time: an entry of a transaction that ended late is visible after later ones.
    const { rows: waiting } = await sql<Waiting>`
      DELETE FROM entries_to_seal WHERE id IN (
        SELECT id FROM entries_to_seal ORDER BY id LIMIT ${batch}) RETURNING *`.execute(inside.db);
    if (waiting.length === 0) return 0;
    await insertSeal(inside.db, at, waiting);
    if (waiting.some(({ event }) => event === 'erased')) await deleteSalts(inside.db, waiting);
    return waiting.length;
  });
}

const waitingRows = (waiting: Waiting[]) => sql`
  jsonb_to_recordset(${JSON.stringify(waiting)}::jsonb) AS w (id bigint, event text,
    audit_entry_id bigint, payment_id uuid, credit_use_id uuid, closed_month_id uuid, undo_entry_id bigint)`;

const isSealed = (event: SealedEvent['event'] | 'deleted', column: string) => sql`EXISTS (
  SELECT FROM sealed_entries AS s WHERE s.event = ${sql.lit(event)}
    AND ${sql.ref(`s.${column}`)} = ${sql.ref(`w.${column}`)})`;

/** The texts of the entries. One that was deleted before it was sealed is left out. */
const entryTexts = sql.join(
  sealedEvents.map((event) => {
    const { facts, personal } = formOf(event, newestForm);
    const undone = event.event === 'undone' ? sql`AND r.reversed_at IS NOT NULL` : sql``;
    return sql`SELECT w.*, ${textOf(facts)} AS facts,
        CASE WHEN ${event.hasPersonal} THEN ${textOf(personal)} END AS personal
      FROM waiting AS w JOIN ${sql.table(event.table)} AS r ON r.id = ${sql.ref(`w.${event.column}`)}
      WHERE w.event = ${sql.lit(event.event)} ${undone}
        AND NOT ${isSealed(event.event, event.column)}`;
  }),
  sql` UNION ALL `,
);

/** Deletions of sealed payments and uses, which only undoing an import makes. */
const deletionTexts = sql.join(
  moneyColumns.map(
    (column) => sql`SELECT w.*, ${deletionText('w', column, sql.lit(newestForm))}, NULL
      FROM waiting AS w WHERE w.event = 'deleted' AND ${isSealed('recorded', column)}
        AND NOT ${isSealed('deleted', column)}`,
  ),
  sql` UNION ALL `,
);

/** The entries, their salts and the seal in one statement, so that all digest the same rows. */
async function insertSeal(db: Db, at: Date, waiting: Waiting[]): Promise<void> {
  await sql`
    WITH waiting AS MATERIALIZED (SELECT w.* FROM ${waitingRows(waiting)}),
    texts AS MATERIALIZED (
      SELECT DISTINCT ON (event, audit_entry_id, payment_id, credit_use_id, closed_month_id) *,
        CASE WHEN personal IS NOT NULL THEN uuid_send(gen_random_uuid()) END AS salt
      FROM (${entryTexts} UNION ALL ${deletionTexts}) AS texts
      ORDER BY event, audit_entry_id, payment_id, credit_use_id, closed_month_id, id
    ),
    entries AS MATERIALIZED (
      SELECT t.*, p.personal_digest, (row_number() OVER (ORDER BY t.id))::integer AS position,
        sha256(t.facts || coalesce(p.personal_digest, '')) AS digest
      FROM texts AS t CROSS JOIN LATERAL (SELECT sha256(t.salt || t.personal) AS personal_digest) AS p
    ),
    seal AS MATERIALIZED (
      SELECT coalesce(b.number, 0) + 1 AS number, b.hash AS previous_hash,
        ${sql.lit(newestForm)}::smallint AS form, ${at}::timestamptz AS sealed_at,
        NOT EXISTS (SELECT FROM entries_to_seal) AS is_complete,
        CASE WHEN b.is_complete THEN b.sealed_at ELSE b.since END AS since,
        e.entry_count, e.digests
      FROM (
        SELECT count(*)::integer AS entry_count, string_agg(digest, '' ORDER BY position) AS digests
        FROM entries
      ) AS e LEFT JOIN (SELECT * FROM seals ORDER BY number DESC LIMIT 1) AS b ON true
      WHERE e.entry_count > 0
    ),
    inserted AS (
      INSERT INTO seals (number, previous_hash, hash, form, sealed_at, is_complete, since, entry_count)
      SELECT number, previous_hash, ${hashOfSeal({
        number: sql`number`,
        previousHash: sql`previous_hash`,
        form: sql`form`,
        sealedAt: sql`sealed_at`,
        isComplete: sql`is_complete`,
        since: sql`since`,
        entryCount: sql`entry_count`,
        digests: sql`digests`,
      })}, form, sealed_at, is_complete, since, entry_count FROM seal
    ),
    salted AS (
      INSERT INTO seal_salts (seal, position, salt)
      SELECT seal.number, position, salt FROM entries, seal WHERE salt IS NOT NULL
    )
    INSERT INTO sealed_entries
      (seal, position, event, audit_entry_id, payment_id, credit_use_id, closed_month_id,
        undo_entry_id, digest, personal_digest)
    SELECT seal.number, position, event, audit_entry_id, payment_id, credit_use_id, closed_month_id,
      undo_entry_id, digest, personal_digest
    FROM entries, seal`.execute(db);
}

/** Of entries that were erased while they were being sealed. What came after the erasure was not erased. */
async function deleteSalts(db: Db, waiting: Waiting[]): Promise<void> {
  const entriesOf = (column: string) => sql`
    SELECT s.seal, s.position
    FROM waiting AS w JOIN sealed_entries AS s USING (${sql.ref(column)})
    WHERE w.event = 'erased' AND NOT EXISTS (SELECT FROM waiting AS later
      WHERE later.id > w.id AND later.event = s.event
        AND ${sql.ref(`later.${column}`)} = ${sql.ref(`s.${column}`)})`;
  await sql`
    WITH waiting AS (SELECT w.* FROM ${waitingRows(waiting)}),
    entries AS (
      ${entriesOf('audit_entry_id')}
      UNION ALL ${entriesOf('payment_id')}
      UNION ALL ${entriesOf('credit_use_id')}
    )
    DELETE FROM seal_salts AS x USING entries AS e
    WHERE (x.seal, x.position) = (e.seal, e.position)`.execute(db);
}
