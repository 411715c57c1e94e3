import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { startOf } from '#contract/days.ts';
import { importMemberTexts } from '#contract/imports/member-texts.ts';
import { membershipNumber } from '#contract/numbers.ts';
import type { Context } from '#server/context.ts';
import { recordMany } from '#server/features/audit/record-audit.ts';
import { raiseCounter } from '#server/platform/db/take-number.ts';
import type { AppliedGroup, ImportJob, ImportKind } from '../import-kind.ts';
import { findMemberObstacles } from '../members/member-obstacles.ts';
import { undoMembers } from '../members/undo-members.ts';
import { type ExportedRow, exportedKind } from './exported-kind.ts';
import type { ExportReader } from './read-exported.ts';
import { assertFree, idsBy, idsByName, referenceOf } from './references.ts';

function read(reader: ExportReader) {
  return {
    reader,
    id: reader.requiredId('memberId'),
    userId: randomUUID(),
    number: reader.number('membershipNumber'),
    title: reader.text('title'),
    firstName: reader.name('firstName'),
    lastName: reader.name('lastName'),
    email: reader.required('email') && reader.email('email'),
    phone: reader.text('phone'),
    postalAddress: reader.text('postalAddress'),
    zipCode: reader.text('zipCode'),
    type: reader.required('type'),
    typeId: '',
    status: reader.required('status'),
    statusId: '',
    statusSetOn: reader.day('statusSetOn'),
    deactivatedReason: reader.textOrNull('deactivatedReason'),
    memberSince: reader.requiredDay('memberSince'),
    archivedOn: reader.day('archivedOn'),
    signInRemovedOn: reader.day('signInRemovedOn'),
    mergedInto: reader.id('mergedInto'),
  };
}

type MemberRow = ReturnType<typeof read> & ExportedRow;

const kind = exportedKind<MemberRow>({
  kind: 'exportedMembers',
  table: 'members',
  read,
  resolve,
  insert,
  undo: undoMembers,
});

/** Members with their numbers and statuses. They choose a new password. */
export const exportedMembers: ImportKind<MemberRow> = {
  ...kind,
  async apply(ctx, job, groups): Promise<AppliedGroup[]> {
    const applied = await kind.apply(ctx, job, groups);
    const plans = new Map(groups.map(({ row, plan }) => [row, plan]));
    return applied.map((one) => {
      const plan = plans.get(one.row);
      return { ...one, undo: { userId: plan?.userId, isArchived: plan?.archivedOn !== null } };
    });
  },
  async findObstacles(ctx, job, rows, locks) {
    const obstacles = await findMemberObstacles(ctx, job, rows, locks);
    const archived = rows.filter(({ undo }) => undo.isArchived === true);
    const ids = new Set<string | null>(archived.map(({ recordId }) => recordId));
    const sentence = `${importMemberTexts.obstacle.archived}.`;
    return obstacles.filter((one) => !(ids.has(one.recordId) && one.sentence.endsWith(sentence)));
  },
};

async function resolve({ db }: Context, rows: MemberRow[]): Promise<void> {
  const types = await idsByName(db, 'member_types');
  const statuses = await idsByName(db, 'member_statuses');
  const numbers = await idsBy(
    db,
    'members',
    'number',
    rows.map(({ number }) => number),
  );
  const emails = await usedEmails({ db }, rows);
  for (const row of rows) {
    const type = { ids: types, value: row.type, kind: 'exportedTypes' } as const;
    const status = { ids: statuses, value: row.status, kind: 'exportedStatuses' } as const;
    row.typeId = referenceOf(row, 'type', type) ?? '';
    row.statusId = referenceOf(row, 'status', status) ?? '';
    assertFree(row, 'membershipNumber', row.number !== null && numbers.has(row.number));
    assertFree(row, 'email', row.signInRemovedOn === null && emails.has(row.email));
  }
}

async function usedEmails({ db }: Pick<Context, 'db'>, rows: MemberRow[]): Promise<Set<string>> {
  const users = await db
    .selectFrom('users')
    .select('email')
    .where('removed_at', 'is', null)
    .where(sql<boolean>`email = ANY(${rows.map(({ email }) => email)}::text[])`)
    .execute();
  return new Set(users.map(({ email }) => email));
}

async function insert(ctx: Context, job: ImportJob, rows: MemberRow[]): Promise<void> {
  const { db, at } = ctx;
  await db
    .insertInto('users')
    .values(
      rows.map((row) => ({
        id: row.userId,
        email: row.email,
        first_name: row.firstName,
        last_name: row.lastName,
        phone_number: row.phone,
        role: 'Member',
        password_hash: null,
        created_at: at,
        removed_at: instantOf(row.signInRemovedOn),
      })),
    )
    .execute();
  await db
    .insertInto('members')
    .values(
      rows.map((row) => ({
        id: row.id,
        number: row.number,
        user_id: row.userId,
        member_type_id: row.typeId,
        member_status_id: row.statusId,
        status_set_by: row.statusSetOn === null ? null : job.by.userId,
        status_set_at: instantOf(row.statusSetOn),
        title: row.title,
        first_name: row.firstName,
        last_name: row.lastName,
        email: row.email,
        phone: row.phone,
        postal_address: row.postalAddress,
        zip_code: row.zipCode,
        deactivated_reason: row.deactivatedReason,
        signup_date: row.memberSince,
        archived_at: instantOf(row.archivedOn),
        created_at: startOf(row.memberSince),
      })),
    )
    .execute();
  await pointToMerged(ctx, rows);
  await raiseCounter(db, 'member', Math.max(0, ...rows.map(({ number }) => number ?? 0)));
  await recordMany(
    ctx,
    rows.map((row) => ({
      action: 'importMember',
      subject: 'member',
      id: row.id,
      name: nameOf(row),
      after: {
        importedFrom: importMemberTexts.importedFrom(job.fileName, row.reader.row),
        firstName: row.firstName,
        lastName: row.lastName,
        email: row.email,
        memberTypeName: row.type,
        memberStatusName: row.status,
        signupDate: row.memberSince,
      },
    })),
  );
}

function nameOf({ firstName, lastName, number }: MemberRow): string {
  const name = `${firstName} ${lastName}`;
  return number === null ? name : `${name} (${membershipNumber(number)})`;
}

export function instantOf(day: string | null): Date | null {
  return day === null ? null : startOf(day);
}

/** The record that stays comes first in the file. */
async function pointToMerged({ db }: Context, rows: MemberRow[]): Promise<void> {
  const merged = rows
    .filter(({ mergedInto }) => mergedInto !== null)
    .map(({ id, mergedInto }) => ({ id, target: mergedInto }));
  if (merged.length === 0) return;
  await sql`
    UPDATE members SET merged_into = kept.id
    FROM jsonb_to_recordset(${JSON.stringify(merged)}::jsonb) AS m (id uuid, target uuid)
      JOIN members AS kept ON kept.id = m.target
    WHERE members.id = m.id AND members.archived_at IS NOT NULL`.execute(db);
}
