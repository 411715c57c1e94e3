import { sql } from 'kysely';
import { importMemberTexts } from '#contract/imports/member-texts.ts';
import type { AuditAction } from '#contract/audit/endpoints.ts';
import type { Obstacle } from '#contract/imports/endpoints.ts';
import type { Context } from '#server/context.ts';
import type { AppliedRow, ImportJob } from '../import-kind.ts';
import { personFields } from './plan.ts';
import type { MemberUndo } from './undo-members.ts';

const texts = importMemberTexts.obstacle;

const isMerged = sql<boolean>`EXISTS (SELECT FROM member_merges
  WHERE undone_at IS NULL AND (kept_id = m.id OR merged_id = m.id))`;

/**
 * Undoing a merge restores what it changed, so that both entries together are no change. A member of an
 * export keeps the id, so an earlier import of it may have been undone.
 */
const unchanging: AuditAction[] = [
  'importMember',
  'deleteMember',
  'mergeMembers',
  'archiveMergedMember',
  'undoMerge',
];

/** What prevents the undo: whatever happened to the members since. product-rules 20.7. */
export async function findMemberObstacles(
  { db }: Context,
  { id: importId }: ImportJob,
  rows: AppliedRow[],
  locks: boolean,
): Promise<Obstacle[]> {
  const ids = rows.map(({ recordId }) => recordId);
  const added = rows.filter(({ undo }) => 'userId' in undo).map(({ recordId }) => recordId);
  if (locks) {
    await sql`SELECT id FROM members WHERE id = ANY(${ids}::uuid[]) ORDER BY id FOR UPDATE`.execute(
      db,
    );
    await sql`
      SELECT u.id FROM members AS m JOIN users AS u ON u.id = m.user_id
      WHERE m.id = ANY(${added}::uuid[]) ORDER BY u.id FOR UPDATE OF u`.execute(db);
  }
  const { rows: found } = await sql<Obstacles>`
    SELECT m.id, m.first_name || ' ' || m.last_name AS name,
      ${isMerged} AS merged,
      m.archived_at IS NOT NULL AS archived,
      u.role <> 'Member' AS administrator,
      u.invited_at IS NOT NULL AS invited,
      u.password_hash IS NOT NULL AS password,
      EXISTS (SELECT FROM sessions WHERE user_id = u.id) AS "signedIn",
      EXISTS (SELECT FROM mails WHERE record_of_mail(about) = ANY(ARRAY[m.user_id::text]
          || ARRAY(SELECT id::text FROM membership_periods WHERE member_id = m.id)
          || ARRAY(SELECT id::text FROM member_relatives WHERE main_member_id = m.id))) AS mail,
      EXISTS (SELECT FROM bulk_recipients WHERE email = m.email) AS "bulkEmail",
      EXISTS (SELECT FROM invoices WHERE member_id = m.id) AS invoice,
      EXISTS (SELECT FROM membership_periods
        WHERE member_id = m.id AND import_id IS DISTINCT FROM ${importId}) AS period,
      EXISTS (SELECT FROM audit_entries
        WHERE subject_id = m.id AND action <> ALL(${unchanging}::text[])) AS changed
    FROM members AS m JOIN users AS u ON u.id = m.user_id
    WHERE m.id = ANY(${added}::uuid[])`.execute(db);
  const reasons = new Map(found.map((one) => [one.id, one]));
  const changed = await changedSince(db, importId, rows);
  return rows.flatMap((row) => {
    const one = reasons.get(row.recordId);
    const list = one === undefined ? changed(row) : { name: one.name, facts: factsOf(one) };
    if (list.facts.length === 0) return [];
    const sentence = `${list.name} ${listed.format(list.facts)}.`;
    return [{ row: row.row, sentence, recordId: row.recordId }];
  });
}

/** "a, b and c". */
const listed = new Intl.ListFormat('en-GB');

type Fact = keyof typeof texts;

type Obstacles = Record<Fact, boolean> & { id: string; name: string };

const facts = Object.keys(texts) as Fact[];

/** All that happened to one member. What a merge moved goes back with it. */
function factsOf(obstacles: Obstacles): string[] {
  if (obstacles.merged) return [texts.merged];
  return facts.filter((fact) => obstacles[fact]).map((fact) => texts[fact]);
}

/** Members who were there before: what the import set has been changed, or a period follows its own. */
async function changedSince(
  db: Context['db'],
  importId: string,
  rows: AppliedRow[],
): Promise<(row: AppliedRow) => { name: string; facts: string[] }> {
  const ids = rows.filter(({ undo }) => !('userId' in undo)).map(({ recordId }) => recordId);
  const members = await db
    .selectFrom('members as m')
    .where(sql<boolean>`m.id = ANY(${ids}::uuid[])`)
    .select(['m.id', 'm.title', 'm.first_name as firstName', 'm.last_name as lastName', 'm.phone'])
    .select(['m.postal_address as postalAddress', 'm.zip_code as zipCode'])
    .select(sql<string>`coalesce(m.province, '')`.as('province'))
    .select([
      isMerged.as('isMerged'),
      sql<boolean>`EXISTS (
        SELECT FROM membership_periods AS own JOIN membership_periods AS later
          ON later.member_id = own.member_id AND later.starts_on > own.starts_on
        WHERE own.member_id = m.id AND own.import_id = ${importId})`.as('hasLater'),
      sql<boolean>`EXISTS (
        SELECT FROM membership_periods AS own JOIN mails
          ON record_of_mail(mails.about) = own.id::text
        WHERE own.member_id = m.id AND own.import_id = ${importId})`.as('hasMail'),
    ])
    .execute();
  const byId = new Map(members.map((one) => [one.id, one]));
  return ({ recordId, undo }) => {
    const member = byId.get(recordId);
    if (member === undefined) return { name: '', facts: [] };
    const name = `${member.firstName} ${member.lastName}`;
    if (member.isMerged) return { name, facts: [texts.merged] };
    const { after = {} } = undo as MemberUndo;
    const isChanged = personFields.some(
      (field) => after[field] !== undefined && after[field] !== member[field],
    );
    return {
      name,
      facts: [
        ...(isChanged ? [texts.changed] : []),
        ...(member.hasLater ? [texts.period] : []),
        ...(member.hasMail ? [texts.mail] : []),
      ],
    };
  };
}
