import type { ReplyOf } from '#contract/endpoint.ts';
import { logoAddress } from '#contract/company-info/logo.ts';
import type { getPublicSettings } from '#contract/company-info/public-settings.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { offersCard, takesTestPayments } from '#server/platform/payfast/payment-form.ts';
import { findLogo } from './logo.ts';
import { readCompanyInfo } from './queries.ts';

/** The public details of the organisation and of this installation. */
export async function readPublicSettings(
  db: Db,
  { payfast, isDemo }: Config,
): Promise<ReplyOf<typeof getPublicSettings>> {
  const [company, logo] = await Promise.all([readCompanyInfo(db), findLogo(db)]);
  const { name, email, phone, address } = company;
  const { donationPreset1, donationPreset2, donationPreset3 } = company;
  return {
    organisation: name,
    email,
    phone,
    address,
    logo: logo ? { path: logoAddress(logo.hash), width: logo.width, height: logo.height } : null,
    isDemo,
    isTestPayments: takesTestPayments(payfast),
    offersCard: offersCard(payfast),
    donationPresets: [donationPreset1, donationPreset2, donationPreset3],
  };
}
