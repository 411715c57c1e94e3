import { sql, type RawBuilder } from 'kysely';
import { emptyId } from '#contract/fields.ts';
import { renewalTexts, type RenewalsSelection } from '#contract/renewals/endpoints.ts';
import { badField } from '#server/errors.ts';
import { memberConditions } from '#server/features/members/queries.ts';

type Filters = NonNullable<RenewalsSelection['filters']>;

/** The members for renewals: all that match the filters, or individually selected ones. */
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

/** Whether the member `m` is selected. Archived members can be selected and are skipped later. */
export function isMeant({ filters, chosen }: Selection): RawBuilder<boolean> {
  if (chosen !== null) return sql`m.id = ANY(${chosen}::uuid[])`;
  return sql`${sql.join(memberConditions(filters), sql` AND `)}`;
}
