import { sql } from 'kysely';
import { membershipNumber } from '#contract/numbers.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { MemberRow, RelativeRow } from './read-member-row.ts';

/** A member who is already there. */
export interface ExistingMember {
  id: string;
  userId: string;
  number: number | null;
  title: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  postalAddress: string;
  zipCode: string;
  /** Empty: unknown. */
  province: string;
  paidUntil: string | null;
  isArchived: boolean;
  isFamily: boolean;
  typeId: string;
  /** Folded, for comparison. */
  name: string;
  relatives: { seat: number | null; name: string }[];
}

export interface Matches {
  byNumber: Map<number, ExistingMember>;
  byEmail: Map<string, ExistingMember>;
  /** By folded names. */
  byName: Map<string, ExistingMember[]>;
  /** Addresses of users who are no members. */
  usersOnly: Set<string>;
  /** The folded form of each name in the rows. */
  folded: Map<string, string>;
}

/** The name of a person, as `folded` has it. */
export function nameKey({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName}\t${lastName}`;
}

/** Finds members by number, by email and by name, each for all rows at once. */
export async function findMatches(
  db: Db,
  rows: MemberRow[],
  { relatives, locks }: { relatives: RelativeRow[]; locks: boolean },
): Promise<Matches> {
  const numbers = rows.flatMap(({ number }) => number ?? []);
  const emails = [...new Set(rows.map(({ email }) => email).filter((email) => email !== ''))];
  const names = [...new Set(rows.map(nameKey))];
  const folded = await foldNames(db, [...new Set([...names, ...relatives.map(nameKey)])]);
  const ids = await idsOf(db, numbers, emails, [...new Set(names.map((name) => folded.get(name)))]);
  if (locks && ids.length > 0) {
    await sql`SELECT id FROM members WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR UPDATE`.execute(
      db,
    );
  }
  const members = await readMembers(db, ids);
  const byName = new Map<string, ExistingMember[]>();
  for (const member of members.filter(({ isArchived }) => !isArchived)) {
    byName.set(member.name, [...(byName.get(member.name) ?? []), member]);
  }
  const users = await db
    .selectFrom('users')
    .select('email')
    .where('removed_at', 'is', null)
    .where(sql<boolean>`email = ANY(${emails}::text[])`)
    .execute();
  const byEmail = new Map(members.map((member) => [member.email, member]));
  return {
    byNumber: new Map(members.flatMap((one) => (one.number === null ? [] : [[one.number, one]]))),
    byEmail,
    byName,
    usersOnly: new Set(users.map(({ email }) => email).filter((email) => !byEmail.has(email))),
    folded,
  };
}

/** As the database compares names, without case and accents. */
async function foldNames(db: Db, names: string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ name: string; folded: string }>`
    SELECT name, fold(name) AS folded FROM unnest(${names}::text[]) AS n (name)`.execute(db);
  return new Map(rows.map(({ name, folded }) => [name, folded]));
}

async function idsOf(
  db: Db,
  numbers: number[],
  emails: string[],
  names: (string | undefined)[],
): Promise<string[]> {
  // One index for each part. OFFSET 0 keeps the planner from that of the last name, which thousands may share.
  // A member without an address of its own matches by that of the sign-in.
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM members WHERE number = ANY(${numbers}::integer[])
    UNION SELECT m.id FROM users AS u JOIN members AS m ON m.user_id = u.id
      WHERE u.email = ANY(${emails}::text[]) AND u.removed_at IS NULL
    UNION SELECT m.id FROM unnest(${names}::text[]) AS n (name) CROSS JOIN LATERAL (
        SELECT id, first_name_folded, last_name_folded FROM members
        WHERE text_key(first_name || last_name) = text_key(n.name) AND archived_at IS NULL OFFSET 0) AS m
      WHERE m.last_name_folded = split_part(n.name, E'\\t', 2)
        AND m.first_name_folded = split_part(n.name, E'\\t', 1)`.execute(db);
  return rows.map(({ id }) => id);
}

async function readMembers(db: Db, ids: string[]): Promise<ExistingMember[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('members as m')
    .innerJoin('member_types as t', 't.id', 'm.member_type_id')
    .where('m.id', 'in', ids)
    .select(['m.id', 'm.user_id as userId', 'm.number', 'm.title', 'm.first_name as firstName'])
    .select(['m.last_name as lastName', 'm.email', 'm.phone', 'm.postal_address as postalAddress'])
    .select(['m.zip_code as zipCode', 'm.paid_until as paidUntil', 't.is_family as isFamily'])
    .select(['m.archived_at as archivedAt', 'm.first_name_folded', 'm.last_name_folded'])
    .select(['m.member_type_id as typeId', sql<string>`coalesce(m.province, '')`.as('province')])
    .execute();
  const relatives = await relativesOf(db, ids);
  return rows.map(({ archivedAt, first_name_folded, last_name_folded, ...row }) => ({
    ...row,
    isArchived: archivedAt !== null,
    name: `${first_name_folded}\t${last_name_folded}`,
    relatives: relatives.get(row.id) ?? [],
  }));
}

async function relativesOf(db: Db, ids: string[]) {
  const rows = await db
    .selectFrom('member_relatives')
    .where('main_member_id', 'in', ids)
    .select(['main_member_id', 'seat'])
    .select(sql<string>`fold(first_name || E'\\t' || last_name)`.as('name'))
    .execute();
  const byMember = new Map<string, ExistingMember['relatives']>();
  for (const { main_member_id: id, seat, name } of rows) {
    byMember.set(id, [...(byMember.get(id) ?? []), { seat, name }]);
  }
  return byMember;
}

export function numberOf({ number }: ExistingMember): string {
  return number === null ? 'without a number' : membershipNumber(number);
}

export function fullName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`;
}
