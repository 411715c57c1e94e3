import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { importMemberTexts as texts } from '#contract/imports/member-texts.ts';
import { startOf } from '#contract/days.ts';
import { membershipNumber } from '#contract/numbers.ts';
import type { Context } from '#server/context.ts';
import { memberColumns } from '#server/features/members/make-member.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { takingNumbers } from '#server/platform/db/take-number.ts';
import type { ImportJob } from '../import-kind.ts';
import { insertPeriods, insertRelatives } from './insert-parts.ts';
import type { NewMember } from './plan.ts';
import { correctionOf } from './set-person.ts';

export interface AddedMember {
  plan: NewMember;
  id: string;
  userId: string;
  number: string;
  periodIds: string[];
  consentIds: string[];
}

/**
 * Adds members in a few statements, without a password, an invitation or any mail. All get a number.
 * product-rules 20.4.
 */
export async function addMembers(
  ctx: Context,
  job: ImportJob,
  plans: NewMember[],
): Promise<AddedMember[]> {
  if (plans.length === 0) return [];
  const people = plans.map((plan) => ({ plan, id: randomUUID(), userId: randomUUID() }));
  await ctx.db
    .insertInto('users')
    .values(people.map((one) => userOf(ctx, one)))
    .execute();
  await ctx.db
    .insertInto('members')
    .values(people.map((one) => memberOf(ctx, job, one)))
    .execute();
  const withPeriod = people.flatMap(({ plan, id }) =>
    plan.period === null
      ? []
      : [
          {
            memberId: id,
            typeId: plan.type.id,
            period: plan.period,
            isFree: plan.isFreePeriod,
          },
        ],
  );
  const periodIds = await insertPeriods(ctx, job, withPeriod);
  const periodOf = new Map(withPeriod.map(({ memberId }, index) => [memberId, periodIds[index]]));
  await insertRelatives(
    ctx,
    people.flatMap(({ plan, id }) =>
      plan.relatives.map((relative, index) => ({ memberId: id, seat: index + 1, relative })),
    ),
  );
  const consents = await insertConsents(ctx, job, people);
  const numbers = await assignNumbers(
    ctx.db,
    people.filter(({ plan }) => plan.row.number === null).map(({ id }) => id),
  );
  return people.map((one) => ({
    ...one,
    number: membershipNumber(one.plan.row.number ?? numbers.get(one.id) ?? 0),
    periodIds: [periodOf.get(one.id)].filter((id) => id !== undefined),
    consentIds: consents.get(one.id) ?? [],
  }));
}

interface Person {
  plan: NewMember;
  id: string;
  userId: string;
}

function userOf({ at }: Context, { plan: { row }, userId }: Person) {
  return {
    id: userId,
    email: row.email,
    first_name: row.firstName,
    last_name: row.lastName,
    phone_number: row.phone,
    role: 'Member',
    password_hash: null,
    created_at: at,
  };
}

function memberOf({ at }: Context, { by }: ImportJob, { plan, id, userId }: Person) {
  const { row, type, statusId, isSetByHand, deactivatedReason, memberSince } = plan;
  return {
    ...memberColumns({ ...row, memberTypeId: type.id }, at),
    corrected_province: correctionOf(row.province, row.zipCode),
    signup_date: memberSince,
    id,
    number: row.number,
    user_id: userId,
    member_status_id: statusId,
    status_set_by: isSetByHand ? by.userId : null,
    status_set_at: isSetByHand ? at : null,
    deactivated_reason: deactivatedReason,
    archived_at: null,
    created_at: at,
  };
}

/** An older consent of the address stays. Returns the new ones of each member. */
async function insertConsents(
  { db }: Context,
  { fileName }: ImportJob,
  people: Person[],
): Promise<Map<string, string[]>> {
  const rows = people.flatMap(({ plan, id }) =>
    plan.consents.map(({ purpose, on, source }) => ({
      memberId: id,
      consent: {
        id: randomUUID(),
        email: plan.row.email,
        purpose,
        words: texts.consentWords(fileName),
        source,
        given_at: new Date(startOf(on)),
        withdrawn_at: null,
        given_by: null,
      },
    })),
  );
  if (rows.length === 0) return new Map();
  const stored = await db
    .insertInto('consents')
    .values(rows.map(({ consent }) => consent))
    .onConflict((live) =>
      live.columns(['email', 'purpose']).where('withdrawn_at', 'is', null).doNothing(),
    )
    .returning('id')
    .execute();
  const ids = new Set(stored.map(({ id }) => id));
  const byMember = new Map<string, string[]>();
  for (const { memberId, consent } of rows.filter((one) => ids.has(one.consent.id))) {
    byMember.set(memberId, [...(byMember.get(memberId) ?? []), consent.id]);
  }
  return byMember;
}

/** Last, because other transactions wait for the counter. In the order of the file. */
async function assignNumbers(db: Db, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const { last } = await takingNumbers('member', ids.length)(db).executeTakeFirstOrThrow();
  const numbers = ids.map((id, index) => ({ id, number: last - ids.length + 1 + index }));
  await sql`
    UPDATE members SET number = n.number
    FROM jsonb_to_recordset(${JSON.stringify(numbers)}::jsonb) AS n (id uuid, number integer)
    WHERE members.id = n.id`.execute(db);
  return new Map(numbers.map(({ id, number }) => [id, number]));
}
