import { may } from '#server/platform/access/permissions.ts';
import * as office from '#contract/donations/admin-endpoints.ts';
import * as contract from '#contract/donations/endpoints.ts';
import { getDonationStory } from '#contract/donations/story.ts';
import * as summaries from '#contract/summaries.ts';
import { assertOpen } from '#server/features/company-info/opening.ts';
import { pagingOf } from '#server/platform/db/lists/search-rows.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import type { AppDeps } from '#server/app-deps.ts';
import { offersCard } from '#server/platform/payfast/payment-form.ts';
import { answerDonation } from './answer-donation.ts';
import { donate } from './donate.ts';
import { readDonationStory } from './donation-story.ts';
import { allDonationTypes, readDonation, searchDonationRows } from './queries.ts';
import { deleteDonation, updateDonation } from './update-donation.ts';
import { summarizeDonations } from './summarize-donations.ts';

export function donationRoutes(serve: Serve, { config }: AppDeps): void {
  serve(contract.listDonationTypes, ({ ctx }) => allDonationTypes(ctx.db, config));

  serve(contract.donate, async ({ ctx, body }) => {
    await assertOpen(ctx, config);
    return donate(ctx, body, {
      offersCard: offersCard(config.payfast),
      transferLinks: config.transferLinks,
    });
  });

  serve(office.searchDonations, ({ ctx, body }) => searchDonationRows(ctx.db, body));

  serve(summaries.summarizeDonations, ({ ctx }) => summarizeDonations(ctx));

  serve(office.listDonations, ({ ctx, query }) =>
    searchDonationRows(ctx.db, pagingOf(query)).page(),
  );

  serve(contract.getDonation, async ({ ctx, params }) => {
    const donation = await readDonation(ctx.db, params.id);
    if (may(ctx, 'money.read')) return donation;
    const { id, amount, isReceived, state } = donation;
    return { id, amount, isReceived, state };
  });

  serve(getDonationStory, ({ ctx, params }) => readDonationStory(ctx, params.id));

  serve(office.updateDonation, ({ ctx, params, body, ifMatch }) =>
    updateDonation(ctx, params.id, body, ifMatch),
  );

  serve(office.answerDonation, ({ ctx, params }) => answerDonation(ctx, params.id));

  serve(office.deleteDonation, ({ ctx, params }) => deleteDonation(ctx, params.id));
}
