import { getSite } from '#contract/site.ts';
import { offersCard, takesTestPayments } from '../payfast/payment-form.ts';
import { readCompanyInfo } from './queries.ts';
import type { Serve } from '../http/handle.ts';
import type { Site } from '../http/site.ts';

export function siteRoutes(serve: Serve, { config }: Site): void {
  serve(getSite, async ({ work }) => {
    const company = await readCompanyInfo(work.db);
    const { name, email, phone, donationPreset1, donationPreset2, donationPreset3 } = company;
    return {
      organisation: name,
      email,
      phone,
      isTestPayments: takesTestPayments(config.payfast),
      offersCard: offersCard(config.payfast),
      donationPresets: [donationPreset1, donationPreset2, donationPreset3],
    };
  });
}
