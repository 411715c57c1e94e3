import { sql, type RawBuilder } from 'kysely';
import { emptyId } from '#contract/fields.ts';
import { renewalTexts, type RenewalsSelection } from '#contract/renewals/endpoints.ts';
import { badField } from '#server/errors.ts';
import { memberConditions } from '#server/features/members/queries.ts';

type Filters = NonNullable<RenewalsSelection['filters']>;

/** Whom renewals are for: all that match the filters, or those that were chosen one by one. */
export interface Selection {
  filters: Filters;
  chosen: string[] | null;
}

export function selectionOf({ filters, selectedItems, sendAll }: RenewalsSelection): Selection {
  if (sendAll === true) return { filters: filters ?? {}, chosen: null };
  const ids = (selectedItems ?? []).map((id) => id.toLowerCase()).filter((id) => id !== emptyId);
  if (ids.length === 0) throw badField('selectedItems', renewalTexts.noneSelected);
  return { filters: {}, chosen: [...new Set(ids)] };
}

/** Whether the member `m` is meant. Who is archived can be chosen, and is told apart later. */
export function isMeant({ filters, chosen }: Selection): RawBuilder<boolean> {
  if (chosen !== null) return sql`m.id = ANY(${chosen}::uuid[])`;
  return sql`${sql.join(memberConditions(filters), sql` AND `)}`;
}
