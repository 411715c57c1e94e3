import { memberRole } from '#contract/roles.ts';
import type { ReplyOf } from '#contract/endpoint.ts';
import { logoAddress } from '#contract/company-info/logo.ts';
import { demoPassword, type getPublicSettings } from '#contract/company-info/public-settings.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { fullNameOf } from '#server/platform/db/full-name.ts';
import { offersCard, takesTestPayments } from '#server/platform/payfast/payment-form.ts';
import { findLogo } from './logo.ts';
import { isOpen } from './opening.ts';
import { readCompanyInfo } from './queries.ts';

/** The public details of the organisation and of this installation. */
export async function readPublicSettings(
  db: Db,
  config: Config,
): Promise<ReplyOf<typeof getPublicSettings>> {
  const { payfast, isDemo, adminPassword } = config;
  const [company, logo, isOpenNow] = await Promise.all([
    readCompanyInfo(db),
    findLogo(db),
    isOpen(db, config),
  ]);
  const { name, email, phone, address, whyGive } = company;
  const { donationPreset1, donationPreset2, donationPreset3 } = company;
  return {
    organisation: name,
    email,
    phone,
    address,
    logo: logo ? { path: logoAddress(logo.hash), width: logo.width, height: logo.height } : null,
    isDemo,
    demoPeople: isDemo ? await readStaff(db) : [],
    demoPassword: isDemo && adminPassword === demoPassword ? demoPassword : null,
    isMailKept: config.smtpUrl === null,
    isTestPayments: takesTestPayments(payfast),
    offersCard: offersCard(payfast),
    isOpen: isOpenNow,
    whyGive,
    donationPresets: [donationPreset1, donationPreset2, donationPreset3],
  };
}

/** In the order in which they were added: one for each role. */
async function readStaff(db: Db) {
  return db
    .selectFrom('users')
    .select(['email', 'role', fullNameOf('users').as('name')])
    .where('role', '<>', memberRole)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('email')
    .limit(10)
    .execute();
}
