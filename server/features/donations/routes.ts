import * as office from '#contract/donations/admin-endpoints.ts';
import * as contract from '#contract/donations/endpoints.ts';
import * as summaries from '#contract/summaries.ts';
import { pagingOf } from '#server/platform/db/lists/search-rows.ts';
import { badField } from '#server/errors.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import type { Site } from '#server/app-deps.ts';
import { donate } from './donate.ts';
import { allDonationTypes, readDonation, searchDonationRows } from './queries.ts';
import { deleteDonation, updateDonation } from './update-donation.ts';
import { summarizeDonations } from './summarize-donations.ts';

export function donationRoutes(serve: Serve, { config }: Site): void {
  serve(contract.listDonationTypes, ({ work }) => allDonationTypes(work.db, config));

  serve(contract.donate, async ({ work, body }) => {
    const offered = await allDonationTypes(work.db, config);
    const isOffered = offered.some(({ id }) => id === body.donationTypeId.toLowerCase());
    if (!isOffered) throw badField('donationTypeId', contract.donationTexts.noMethod);
    return donate(work, body);
  });

  serve(office.searchDonations, ({ work, body }) => searchDonationRows(work.db, body));

  serve(summaries.summarizeDonations, ({ work }) => summarizeDonations(work));

  serve(office.listDonations, ({ work, query }) =>
    searchDonationRows(work.db, pagingOf(query)).page(),
  );

  serve(contract.getDonation, async ({ work, params }) => {
    const donation = await readDonation(work.db, params.id);
    if (work.by?.role === 'Admin') return donation;
    const { id, amount, isReceived, state } = donation;
    return { id, amount, isReceived, state };
  });

  serve(office.updateDonation, ({ work, params, body, ifMatch }) =>
    updateDonation(work, params.id, body, ifMatch),
  );

  serve(office.deleteDonation, ({ work, params }) => deleteDonation(work, params.id));
}
