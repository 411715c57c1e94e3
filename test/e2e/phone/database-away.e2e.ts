import { donationTexts } from '#contract/donations/endpoints.ts';
import { searchDonations } from '#contract/donations/admin-endpoints.ts';
import { bringBack, takeAway } from '#test/support/outage.ts';
import { openDonating } from '../fixtures/donating.ts';
import {
  expect,
  expectNoSidewaysScroll,
  expectStillAccessible,
  withOwnServer,
} from '../fixtures/test.ts';

const test = withOwnServer();

test('while the database is away, the donation form says to try again and keeps what was typed @full', async ({
  page,
  office,
  server,
}) => {
  const donating = openDonating(page);
  const email = office.newEmail('donor');
  await donating.open();
  await donating.fill(email, 'EFT');
  await takeAway(server.databaseUrl);
  await donating.donate.click();
  const alert = page.getByRole('alert').filter({ hasText: /\S/ });
  await expect(alert).toHaveText(donationTexts.submitFailed);
  await expect(donating.amount).toHaveValue('250');
  await expect(page.getByLabel('Email')).toHaveValue(email);
  await expect(donating.method('EFT')).toBeChecked();
  await expectStillAccessible(page);
  await expectNoSidewaysScroll(page);

  await bringBack(server.databaseUrl);
  await donating.donate.click();
  await expect(donating.recorded).toBeVisible();
  const { results } = await office.ask(
    searchDonations,
    { body: { email } },
    await office.adminToken(),
  );
  expect(results).toHaveLength(1);
});
