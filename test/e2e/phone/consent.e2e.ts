import { consentWords } from '#contract/privacy/consents.ts';
import { openDonating } from '../fixtures/donating.ts';
import { openMembers } from '../fixtures/member-form.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures/test.ts';

test('a donor confirms a consent with the link in the email with the bank details', async ({
  page,
  office,
}) => {
  const donor = openDonating(page);
  await donor.open();
  const email = office.newEmail('agrees');
  await donor.fill(email, 'EFT');
  await page.getByRole('checkbox', { name: consentWords.news }).check();
  await donor.donate.click();
  const [mail] = await office.mailsTo(email, 'Your donation');
  const link = /\/consent\?token=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';
  for (const visit of ['first', 'second']) {
    await page.goto(link);
    await expect(page.getByText(consentWords.news), visit).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  }
  await page.getByRole('button', { name: 'Yes, write to me' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Thank you' })).toBeFocused();
  await expectAccessible(page);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'There is nothing to confirm' })).toBeVisible();
  await expect(page.getByText('This was agreed to with the email address')).toBeVisible();
  await page.goto('/consent');
  await expect(page.getByRole('heading', { name: 'This link is not complete' })).toBeVisible();
});

test('the office sees what a new member agreed to and has not confirmed', async ({
  page,
  office,
  enterAs,
}) => {
  const { email } = await office.registered({ consents: { news: true } });
  const { id } = await openMembers(office).withEmail(email);
  await enterAs('admin', `/admin/member/${id}`);
  await page.getByRole('heading', { level: 2, name: 'Consent to emails' }).click();
  await expect(page.getByText(/^News: ticked, and counts once it is confirmed/)).toBeVisible();
  await expect(page.getByText('Requests for donations: not agreed to.')).toBeVisible();
});
