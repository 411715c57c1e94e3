import { sql, type RawBuilder } from 'kysely';
import type { Audience } from '#server/platform/db/tables.ts';

export interface Aimed {
  audience: Audience;
  isAppeal: boolean;
}

/** The query for the recipients of a bulk email: (email, name, replacements), one row per address. */
export function recipientsOf({ audience, isAppeal }: Aimed): RawBuilder<unknown> {
  const people = audience === 'donors' ? donors : members(audience);
  const purposes = consentNeeded({ audience, isAppeal });
  const mayGet = purposes === null ? sql`true` : hasAgreed(sql`people.email`, purposes);
  return sql`
    SELECT DISTINCT ON (email) email, name, replacements
    FROM (${people}) AS people WHERE ${mayGet}
    ORDER BY email, rank`;
}

/**
 * The purposes of which one needs a consent. `null`: service mail to members needs none. A consent to
 * appeals includes news, but a consent to news does not include appeals. product-rules 9.2.
 */
export function consentNeeded({ audience, isAppeal }: Aimed): string[] | null {
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

/** Excludes deactivated and archived members and relatives. Pending members are in All members. */
function members(audience: Exclude<Audience, 'donors'>): RawBuilder<unknown> {
  const isOnList =
    audience === 'all' ? sql`s.name <> 'Deactivated'` : sql`s.name = ${statusOf[audience]}`;
  return sql`
    SELECT lower(m.email) AS email, trim(m.first_name || ' ' || m.last_name) AS name,
      m.created_at AS rank,
      jsonb_build_object('Title', m.title, 'FirstName', m.first_name, 'LastName', m.last_name,
        'Email', m.email, 'MembershipNumber', coalesce(zero_padded(m.number), ''),
        'MemberType', t.name,
        'ValidUntil', coalesce((
          SELECT to_char(max(p.ends_on), 'FMDD Mon YYYY') FROM membership_periods p
          WHERE p.member_id = m.id), '')) AS replacements
    FROM members m
    JOIN member_statuses s ON s.id = m.member_status_id
    JOIN member_types t ON t.id = m.member_type_id
    WHERE m.archived_at IS NULL AND ${isOnList}`;
}

/** Uses the name of the latest donation. Only received donations count. */
const donors = sql`
  SELECT lower(d.email) AS email, trim(d.first_name || ' ' || d.last_name) AS name,
    -extract(epoch FROM d.created_at) AS rank,
    jsonb_build_object('FirstName', d.first_name, 'LastName', d.last_name, 'Email', d.email)
      AS replacements
  FROM donations d WHERE d.payment_id IS NOT NULL`;
