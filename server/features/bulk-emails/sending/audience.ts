import { sql, type RawBuilder } from 'kysely';
import type { Audience } from '#server/platform/db/tables.ts';

export interface Aimed {
  audience: Audience;
  isAppeal: boolean;
  /** What the members `m` or donations `d` of a saved search match, besides being on the list. */
  matching?: RawBuilder<boolean>[];
}

type Column = 'name' | 'search' | 'replacements';

/** What is read of each recipient besides the address. */
interface Detail {
  columns: Column[];
  /** The replacements that are read, otherwise all. */
  placeholders?: string[];
}

/**
 * The query for the recipients of a bulk email, one row per address. A few columns are read much
 * faster than all: an index has the addresses of members in order.
 */
export function recipientsOf(
  { audience, isAppeal, matching = [] }: Aimed,
  detail: Detail = { columns: ['name', 'replacements'] },
): RawBuilder<unknown> {
  const people = peopleOf(audience, matching, detail);
  return sql`
    SELECT DISTINCT ON (email) ${sql.join(['email', ...detail.columns].map((name) => sql.ref(name)))}
    FROM (${people}) AS people WHERE ${mayGet({ audience, isAppeal })}
    ORDER BY email, rank`;
}

function peopleOf(audience: Audience, matching: RawBuilder<boolean>[], detail: Detail) {
  return audience === 'donors' ? donors(matching, detail) : members(audience, matching, detail);
}

function mayGet(aimed: Omit<Aimed, 'matching'>): RawBuilder<boolean> {
  const purposes = consentNeeded(aimed);
  return purposes === null ? sql`true` : hasAgreed(sql`people.email`, purposes);
}

/** Everybody on the list, one row per address, and whether they have agreed to get it. */
export function listedPeople({ audience, isAppeal, matching = [] }: Aimed): RawBuilder<unknown> {
  return sql`
    SELECT people.email, ${mayGet({ audience, isAppeal })} AS agreed
    FROM (${peopleOf(audience, matching, { columns: [] })}) AS people GROUP BY people.email`;
}

/** The number of members whom the list leaves out because they are deactivated. */
export function deactivatedPeople({ audience, matching = [] }: Aimed): RawBuilder<number> {
  if (audience !== 'all') return sql`0`;
  return sql`(SELECT count(*) FROM members m JOIN member_statuses s ON s.id = m.member_status_id
    WHERE ${sql.join([sql`m.archived_at IS NULL`, sql`s.name = 'Deactivated'`, ...matching], sql` AND `)})`;
}

/**
 * The purposes of which one needs a consent. `null`: service mail to members needs none. A consent to
 * appeals includes news, but a consent to news does not include appeals. product-rules 9.2.
 */
export function consentNeeded({ audience, isAppeal }: Omit<Aimed, 'matching'>): string[] | null {
  if (isAppeal) return ['appeals'];
  return audience === 'donors' ? ['news', 'appeals'] : null;
}

export function hasAgreed(email: RawBuilder<unknown>, purposes: string[]): RawBuilder<boolean> {
  return sql<boolean>`EXISTS (
    SELECT 1 FROM consents c
    WHERE c.email = ${email} AND c.purpose = ANY(${purposes}) AND c.withdrawn_at IS NULL)`;
}

const statusOf: Record<Exclude<Audience, 'all' | 'donors'>, string> = {
  active: 'Active',
  due: 'Due for Renewal',
  expired: 'Expired',
};

type Replacements = Record<string, RawBuilder<unknown>>;

const ofMember: Replacements = {
  Title: sql`m.title`,
  FirstName: sql`m.first_name`,
  LastName: sql`m.last_name`,
  Email: sql`m.email`,
  MembershipNumber: sql`coalesce(zero_padded(m.number), '')`,
  MemberType: sql`(SELECT t.name FROM member_types t WHERE t.id = m.member_type_id)`,
  ValidUntil: sql`coalesce(to_char(m.paid_until, 'FMDD Mon YYYY'), '')`,
};

const ofDonor: Replacements = {
  FirstName: sql`d.first_name`,
  LastName: sql`d.last_name`,
  Email: sql`d.email`,
};

/** The columns of a person from the table `alias`, each with a comma in front. */
function columnsOf(alias: string, replacements: Replacements, detail: Detail): RawBuilder<unknown> {
  const { columns, placeholders } = detail;
  const chosen = Object.entries(replacements).filter(
    ([name]) => placeholders?.includes(name) ?? true,
  );
  const of = (name: string) => sql.ref(`${alias}.${name}`);
  const sources: Record<Column, RawBuilder<unknown>> = {
    name: sql`trim(${of('first_name')} || ' ' || ${of('last_name')})`,
    search: sql`${of('email_folded')} || chr(10)
      || ${of('first_name_folded')} || ' ' || ${of('last_name_folded')}`,
    replacements: sql`jsonb_build_object(${sql.join(
      chosen.flatMap(([name, value]) => [sql.lit(name), value]),
    )})`,
  };
  const parts = columns.map((name) => sql`, ${sources[name]} AS ${sql.ref(name)}`);
  return parts.length === 0 ? sql`` : sql.join(parts, sql` `);
}

/**
 * Excludes deactivated and archived members and relatives. Pending members are in All members. Their
 * addresses are in lower case, because those of users are.
 */
function members(
  audience: Exclude<Audience, 'donors'>,
  matching: RawBuilder<boolean>[],
  detail: Detail,
): RawBuilder<unknown> {
  const isOnList =
    audience === 'all' ? sql`s.name <> 'Deactivated'` : sql`s.name = ${statusOf[audience]}`;
  return sql`
    SELECT m.email, m.created_at AS rank ${columnsOf('m', ofMember, detail)}
    FROM members m JOIN member_statuses s ON s.id = m.member_status_id
    WHERE ${sql.join([sql`m.archived_at IS NULL`, isOnList, ...matching], sql` AND `)}`;
}

/** Uses the name of the latest donation. Only received donations count. */
function donors(matching: RawBuilder<boolean>[], detail: Detail): RawBuilder<unknown> {
  return sql`
    SELECT lower(d.email) AS email, -extract(epoch FROM d.created_at) AS rank
      ${columnsOf('d', ofDonor, detail)}
    FROM donations d WHERE ${sql.join([sql`d.payment_id IS NOT NULL`, ...matching], sql` AND `)}`;
}
