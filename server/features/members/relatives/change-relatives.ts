import { relativeRefusals } from '#contract/members/relative-notes.ts';
import { randomUUID } from 'node:crypto';
import type { BodyOf } from '#contract/endpoint.ts';
import { mostRelatives } from '#contract/limits.ts';
import type { Member } from '#contract/members/endpoints.ts';
import {
  relativeTexts,
  type createRelative as creating,
  updateRelative as updating,
} from '#contract/members/relatives.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { conflict, notFound } from '#server/errors.ts';
import { assertNotStale } from '#server/platform/http/version.ts';
import type { Context } from '#server/context.ts';
import { lockCurrentMemberFor } from '../member-access.ts';
import { isTooOld, assertValidBirthDate } from './add-relatives.ts';
import { changedConsent, consentBy } from './parental-consent.ts';
import { findRelative, type PlainRelative } from './queries.ts';

/** Takes the first of four seats that is free, under the lock of the member. product-rules 5.17. */
export async function createRelative(
  ctx: Context,
  form: BodyOf<typeof creating>,
): Promise<PlainRelative> {
  return inTransaction(ctx, async (inside) => {
    const { db, at } = inside;
    const member = await lockCurrentMemberFor(inside, form.mainMemberId);
    if (!(await isFamily(db, member))) throw conflict(relativeRefusals.familyOnly);
    assertValidBirthDate(form.dateOfBirth, at);
    const id = randomUUID();
    await db
      .insertInto('member_relatives')
      .values({
        id,
        main_member_id: member.id,
        seat: await freeSeat(db, member.id),
        first_name: form.firstName,
        last_name: form.lastName,
        email: form.email,
        date_of_birth: form.dateOfBirth || null,
        created_at: at,
        ...consentBy(inside, form.hasConsent),
      })
      .execute();
    const after = await existing(db, id);
    await recordAudit(inside, { action: 'createRelative', ...subjectOf(after), after });
    return after;
  });
}

/** An omitted field keeps its value. The member never changes. product-rules 1.17, 3.10. */
export async function updateRelative(
  ctx: Context,
  id: string,
  form: BodyOf<typeof updating>,
  ifMatch?: string,
): Promise<PlainRelative> {
  return inTransaction(ctx, async (inside) => {
    const { db, at } = inside;
    const before = await lockRelative(inside, id);
    assertNotStale(ifMatch, updating, before);
    const dateOfBirth =
      form.dateOfBirth === undefined ? before.dateOfBirth : form.dateOfBirth || null;
    // A relative who turned 19 can still be edited.
    if (dateOfBirth !== before.dateOfBirth) assertValidBirthDate(dateOfBirth, at);
    const isBack = before.hasAgedOut && !(dateOfBirth && isTooOld(dateOfBirth, at));
    await db
      .updateTable('member_relatives')
      .set({
        first_name: form.firstName ?? before.firstName,
        last_name: form.lastName ?? before.lastName,
        email: form.email ?? before.email,
        date_of_birth: dateOfBirth,
        ...changedConsent(inside, before.hasConsent, form.hasConsent),
        ...(isBack ? await seatAgain(db, before.mainMemberId) : {}),
      })
      .where('id', '=', id)
      .execute();
    const after = await existing(db, id);
    await recordAudit(inside, { action: 'updateRelative', ...subjectOf(after), before, after });
    return after;
  });
}

export async function deleteRelative(ctx: Context, id: string): Promise<void> {
  await inTransaction(ctx, async (inside) => {
    const before = await lockRelative(inside, id);
    await inside.db.deleteFrom('member_relatives').where('id', '=', id).execute();
    await recordAudit(inside, { action: 'deleteRelative', ...subjectOf(before), before });
  });
}

/** Hidden relatives cannot be changed. They return with the family type. product-rules 5.18. */
async function lockRelative(ctx: Context, id: string): Promise<PlainRelative> {
  const { mainMemberId } = await existing(ctx.db, id);
  const member = await lockCurrentMemberFor(ctx, mainMemberId, relativeRefusals.notFound);
  if (!(await isFamily(ctx.db, member))) throw conflict(relativeRefusals.hidden);
  return existing(ctx.db, id);
}

async function isFamily(db: Db, { memberTypeID }: Member): Promise<boolean> {
  const type = await db
    .selectFrom('member_types')
    .select('is_family')
    .where('id', '=', memberTypeID)
    .executeTakeFirstOrThrow();
  return type.is_family;
}

/** A relative who aged out because of a wrong date of birth is covered again. */
async function seatAgain(db: Db, memberId: string) {
  return { aged_out_at: null, seat: await freeSeat(db, memberId) };
}

async function freeSeat(db: Db, memberId: string): Promise<number> {
  const taken = await db
    .selectFrom('member_relatives')
    .select('seat')
    .where('main_member_id', '=', memberId)
    .execute();
  for (let seat = 1; seat <= mostRelatives; seat++) {
    if (!taken.some((relative) => relative.seat === seat)) return seat;
  }
  throw conflict(relativeTexts.tooMany);
}

async function existing(db: Db, id: string): Promise<PlainRelative> {
  const relative = await findRelative(db, id);
  if (relative === undefined) throw notFound(relativeRefusals.notFound);
  return relative;
}

/** Audited in the member's history, because the member's page shows the relatives. */
function subjectOf({ mainMemberId, firstName, lastName }: PlainRelative) {
  return { subject: 'relative', id: mainMemberId, name: `${firstName} ${lastName}` } as const;
}
