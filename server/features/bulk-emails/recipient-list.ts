import * as z from 'zod/mini';
import { searchDonations } from '#contract/donations/admin-endpoints.ts';
import { searchMembers } from '#contract/members/endpoints.ts';
import { findList } from '#server/features/communication/communication-lists.ts';
import { donationConditions } from '#server/features/donations/queries.ts';
import { memberConditions } from '#server/features/members/queries.ts';
import {
  findRecipientSearch,
  type RecipientSearch,
} from '#server/features/saved-searches/recipient-searches.ts';
import { badField } from '#server/errors.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { Aimed } from './sending/audience.ts';

export interface RecipientList extends Omit<Aimed, 'isAppeal'> {
  /** The whole list, which a saved search narrows. */
  communicationListId: string;
  savedSearchId: string | null;
  name: string;
  replacement_values: Record<string, string>;
}

/** A communication list, or a saved search for everybody. Refuses a search that cannot be used. product-rules 9.15. */
export async function findRecipientList(db: Db, id: string): Promise<RecipientList | undefined> {
  const list = await findList(db, id);
  if (list !== undefined) return { ...list, communicationListId: id, savedSearchId: null };
  const search = await findRecipientSearch(db, id);
  if (search === undefined) return undefined;
  if (search.problem !== null) throw badField('communicationListId', search.problem);
  const audience = search.list === 'donations' ? 'donors' : 'all';
  const whole = await db
    .selectFrom('communication_lists')
    .selectAll()
    .where('audience', '=', audience)
    .executeTakeFirstOrThrow();
  return {
    ...whole,
    communicationListId: whole.id,
    savedSearchId: id,
    name: search.name,
    matching: conditionsOf(search),
  };
}

function conditionsOf({ list, search }: RecipientSearch) {
  return list === 'donations'
    ? donationConditions(z.parse(searchDonations.body, search))
    : memberConditions(z.parse(searchMembers.body, search));
}
