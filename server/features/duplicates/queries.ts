import { sql, type RawBuilder } from 'kysely';
import type { DuplicatePair, Twin } from '#contract/duplicates/endpoints.ts';
import { membershipNumber } from '#contract/numbers.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { pairsOf } from './compare-members.ts';
import { inOrder } from './record-order.ts';

const pageSize = 20;
/** Of one member. */
const mostOfMember = 20;

/** Open pairs, the most likely first. `after` is the end of the page before. */
export async function listPairs(
  db: Db,
  after: string | undefined,
): Promise<{ pairs: DuplicatePair[]; next: string | null }> {
  const [strength, first, second] = after?.split('.') ?? [];
  const from =
    after === undefined
      ? sql`true`
      : sql`(strength, first_id, second_id)
          < (${strength}::text::smallint, ${first}::uuid, ${second}::uuid)`;
  const rows = await pairRows(
    db,
    sql`SELECT * FROM duplicate_pairs WHERE dismissed_at IS NULL AND ${from}
      ORDER BY strength DESC, first_id DESC, second_id DESC LIMIT ${pageSize + 1}`,
  );
  const page = rows.slice(0, pageSize);
  const last = rows.length > pageSize ? page.at(-1) : undefined;
  return {
    pairs: page.map(pairOf),
    next: last ? `${last.strength}.${last.first_id}.${last.second_id}` : null,
  };
}

/** As the members are now: the job may not have compared them yet. */
export async function pairsOfMember(db: Db, memberId: string): Promise<DuplicatePair[]> {
  const rows = await pairRows(
    db,
    sql`SELECT * FROM (${pairsOf([memberId])}) AS now
      WHERE NOT EXISTS (SELECT FROM duplicate_pairs AS d WHERE d.dismissed_at IS NOT NULL
        AND (d.first_id, d.second_id, d.details_hash) = (now.first_id, now.second_id, now.details_hash))
      ORDER BY strength DESC, first_id, second_id LIMIT ${mostOfMember}`,
  );
  return rows.map(pairOf);
}

interface Row {
  first_id: string;
  second_id: string;
  strength: number;
  reasons: DuplicatePair['reasons'];
  one: TwinRow;
  other: TwinRow;
}

export type TwinRow = Omit<Twin, 'membershipNumber'> & { number: number | null; createdAt: string };

export const twinOf = (member: string) => sql`jsonb_build_object(
  'id', ${sql.ref(`${member}.id`)}, 'number', ${sql.ref(`${member}.number`)},
  'createdAt', ${sql.ref(`${member}.created_at`)},
  'name', ${sql.ref(`${member}.first_name`)} || ' ' || ${sql.ref(`${member}.last_name`)},
  'email', ${sql.ref(`${member}.email`)}, 'phone', ${sql.ref(`${member}.phone`)},
  'memberTypeName', (SELECT name FROM member_types WHERE id = ${sql.ref(`${member}.member_type_id`)}),
  'memberStatusName',
    (SELECT name FROM member_statuses WHERE id = ${sql.ref(`${member}.member_status_id`)}))`;

async function pairRows(db: Db, pairs: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    SELECT p.first_id, p.second_id, p.strength, p.reasons, ${twinOf('a')} AS one, ${twinOf('b')} AS other
    FROM (${pairs}) AS p JOIN members AS a ON a.id = p.first_id JOIN members AS b ON b.id = p.second_id
    WHERE a.archived_at IS NULL AND b.archived_at IS NULL
    ORDER BY p.strength DESC, p.first_id DESC, p.second_id DESC`.execute(db);
  return rows;
}

function pairOf({ strength, reasons, one, other }: Row): DuplicatePair {
  const [first, second] = inOrder(one, other);
  return { first: wireOf(first), second: wireOf(second), strength, reasons };
}

export function wireOf({ number, createdAt: _, ...twin }: TwinRow): Twin {
  return { ...twin, membershipNumber: number === null ? null : membershipNumber(number) };
}
