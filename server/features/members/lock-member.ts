import { memberTexts, type Member } from '#contract/members/endpoints.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { conflict, notFound } from '#server/errors.ts';
import { findMember } from './queries.ts';
import { reaches } from './member-access.ts';
import type { Work } from '#server/context.ts';

/** The member as it is, locked until the transaction ends; an archived one is not changed. */
export async function lockMember(work: Work, id: string): Promise<Member> {
  const member = await lockAnyMember(work, id);
  if (member.archivedUtc === null) return member;
  throw work.by?.role === 'Admin' ? conflict(memberTexts.archived) : notFound(memberTexts.notFound);
}

/** Archived ones too. Read after the lock: who waited for it sees what was done meanwhile. */
export async function lockAnyMember({ db, by }: Work, id: string): Promise<Member> {
  if (!reaches(by, id)) throw notFound(memberTexts.notFound);
  await db.selectFrom('members').select('id').where('id', '=', id).forUpdate().execute();
  return existingMember(db, id);
}

export async function existingMember(db: Db, id: string): Promise<Member> {
  const member = await findMember(db, id);
  if (member === undefined) throw notFound(memberTexts.notFound);
  return member;
}

/** As the audit log calls the member. */
export function subjectOf({ id, firstName, lastName, membershipNumber }: Member) {
  const number = membershipNumber === null ? '' : ` (${membershipNumber})`;
  return { subject: 'member', id, name: `${firstName} ${lastName}${number}` } as const;
}
