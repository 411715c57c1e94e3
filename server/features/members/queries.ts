import { sql, type RawBuilder } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import type { Purpose } from '#contract/privacy/consents.ts';
import { unknownProvince } from '#contract/members/provinces.ts';
import { memberTexts, type Member, type searchMembers } from '#contract/members/endpoints.ts';
import { membershipNumber } from '#contract/numbers.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { listing, type Listing } from '#server/platform/db/lists/listing.ts';
import { columnOf, containingAll, isGiven } from '#server/platform/db/lists/search-rows.ts';
import type { Paging, Sorting } from '#server/platform/db/lists/search.ts';
import { matchingWords } from '#server/platform/db/lists/search-words.ts';
import { byNameOf } from '#server/platform/db/lists/sort-keys.ts';
import { notFound } from '#server/errors.ts';
import { fullNameOf } from '#server/platform/db/full-name.ts';

type Filters = BodyOf<typeof searchMembers>;

function memberRows(db: Db) {
  return db
    .selectFrom('members as m')
    .innerJoin('member_types as t', 't.id', 'm.member_type_id')
    .innerJoin('member_statuses as s', 's.id', 'm.member_status_id')
    .leftJoin('users as u', 'u.id', 'm.user_id')
    .select([
      'm.id',
      'm.number',
      'm.user_id as userID',
      'm.member_type_id as memberTypeID',
      't.name as memberTypeName',
      'm.member_status_id as memberStatusID',
      's.name as memberStatusName',
      'm.title',
      'm.first_name as firstName',
      'm.last_name as lastName',
      'm.email',
      'm.phone',
      'm.postal_address as postalAddress',
      'm.zip_code as zipCode',
      'm.town',
      'm.province',
      'm.corrected_province as correctedProvince',
      'm.deactivated_reason as deactivatedReason',
      'm.signup_date as signupDate',
      'm.paid_until as paidUntil',
      'm.status_set_at as statusSetAt',
      'm.archived_at as archivedAt',
      'u.invited_at as invitedAt',
      sql<boolean>`u.password_hash IS NOT NULL`.as('hasPassword'),
    ])
    .select((row) =>
      row
        .selectFrom('users as setter')
        .select(fullNameOf('setter').as('name'))
        .whereRef('setter.id', '=', 'm.status_set_by')
        .as('statusSetBy'),
    );
}

type Row = Awaited<ReturnType<ReturnType<typeof memberRows>['executeTakeFirstOrThrow']>>;

function memberOf({ number, statusSetAt, invitedAt, archivedAt, ...row }: Row): Member {
  return {
    ...row,
    membershipNumber: number === null ? null : membershipNumber(number),
    statusSetUtc: statusSetAt?.toISOString() ?? null,
    invitedUtc: invitedAt?.toISOString() ?? null,
    archivedUtc: archivedAt?.toISOString() ?? null,
  };
}

export async function findMember(db: Db, id: string): Promise<Member | undefined> {
  const row = await memberRows(db).where('m.id', '=', id).executeTakeFirst();
  return row && memberOf(row);
}

/** Like `findMember`, but throws if it does not exist. */
export async function readMember(db: Db, id: string): Promise<Member> {
  const member = await findMember(db, id);
  if (member === undefined) throw notFound(memberTexts.notFound);
  return member;
}

/** Archived members are listed only on request. */
const isListed = sql<boolean>`m.archived_at IS NULL`;

const rows = { from: sql`members AS m`, id: 'm.id', number: 'm.number', where: isListed };

const sorting: Sorting = {
  columns: {
    membershipnumber: columnOf('m.number'),
    firstname: columnOf('m.first_name_folded'),
    lastname: columnOf('m.last_name_folded'),
    email: columnOf('m.email_folded'),
    membertypename: byNameOf({ ...rows, to: 'member_types', pointer: 'm.member_type_id' }),
    memberstatusname: byNameOf({ ...rows, to: 'member_statuses', pointer: 'm.member_status_id' }),
    paiduntil: columnOf('m.paid_until'),
    createdutc: columnOf('m.created_at'),
    town: columnOf('m.town_folded'),
  },
  nullable: ['membershipnumber', 'paiduntil', 'town'],
  default: 'membershipnumber',
  defaultDescending: false,
  number: columnOf('m.number'),
  isNumberSearched: true,
  id: columnOf('m.id'),
};

/** The conditions of the filters on the members `m`, for commands. They never apply to archived members. */
export function memberConditions(filters: Filters): RawBuilder<boolean>[] {
  return [isListed, ...asked(filters), ...matchingWords(searchText, filters.text)];
}

const searchText = columnOf<string>('m.search_text');

function asked(filters: Filters): RawBuilder<boolean>[] {
  const found = containingAll([
    [sql`zero_padded(m.number)`, filters.membershipNumber],
    [columnOf('m.first_name_folded'), filters.firstName],
    [columnOf('m.last_name_folded'), filters.lastName],
    [columnOf('m.email_folded'), filters.email],
    [columnOf('m.phone_folded'), filters.phone],
    [columnOf('m.town_folded'), filters.town],
  ]);
  const { memberTypeID, memberStatusID, isArchived, province, importId } = filters;
  if (province === unknownProvince) found.push(sql`m.province IS NULL`);
  else if (isGiven(province)) found.push(sql`m.province = ${province}`);
  found.push(
    ...agreed(['news', 'appeals'], filters.agreedToNews),
    ...agreed(['appeals'], filters.agreedToAppeals),
  );
  if (isGiven(memberTypeID)) found.push(sql`m.member_type_id = ${memberTypeID}`);
  if (isGiven(memberStatusID)) found.push(sql`m.member_status_id = ${memberStatusID}`);
  if (isGiven(importId)) {
    found.push(sql`m.id IN (SELECT r.record_id FROM import_rows AS r
      WHERE r.import_id = ${importId} AND r.fate = 'new')`);
  }
  if (isArchived === true) found.push(sql`m.archived_at IS NOT NULL`);
  return found;
}

/** A consent to appeals includes news, as for the recipients of a bulk email. product-rules 9.2. */
function agreed(purposes: Purpose[], filter: Filters['agreedToNews']): RawBuilder<boolean>[] {
  if (!isGiven(filter)) return [];
  const consents = sql<boolean>`m.email IN (
    SELECT email FROM consents WHERE purpose = ANY(${purposes}) AND withdrawn_at IS NULL)`;
  return [filter ? consents : sql<boolean>`NOT ${consents}`];
}

/** Members that match all filters, by membership number. Members without one come last. */
export function searchMemberRows(db: Db, filters: Filters & Paging): Listing<Member> {
  return listing(db, {
    rows: memberRows,
    from: rows.from,
    always: filters.isArchived === true ? [] : [isListed],
    conditions: asked(filters),
    text: searchText,
    list: 'members',
    paging: filters,
    sorting,
    wireOf: memberOf,
  });
}
