import { type RawBuilder, sql } from 'kysely';
import type { AuditAction } from '#contract/audit/endpoints.ts';

/** Earlier records have no entry. */
export const isAudited = (at: RawBuilder<unknown>) =>
  sql`${at} >= (SELECT min(at) FROM audit_entries)`;

interface Recorded {
  actions: readonly AuditAction[];
  at: RawBuilder<unknown>;
  by: RawBuilder<unknown>;
}

/** The entry `a` of what a person did: its call has written both in one transaction, with one time. */
export const entryOf = ({ actions, at, by }: Recorded) =>
  sql`audit_entries AS a WHERE a.action IN (${sql.join(actions.map((action) => sql.lit(action)))})
    AND a.at = ${at} AND a.by_user_id = ${by}`;

/** An entry whose details were erased says nothing of them. */
export const saysOrErased = (field: string, condition: RawBuilder<unknown>) =>
  sql`(NOT a.after ? ${sql.lit(field)} OR ${condition})`;
export const cents = (field: string) =>
  sql`round((a.after ->> ${sql.lit(field)})::numeric * 100)::bigint`;
export const dayIn = (instant: RawBuilder<unknown>) =>
  sql`(${instant} AT TIME ZONE 'Africa/Johannesburg')::date`;
