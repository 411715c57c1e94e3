import { addressOf, openMembers } from '../fixtures/member-form.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures/test.ts';

test('on a phone the status comes first, and what belongs to the member follows in disclosures @phone-only', async ({
  page,
  office,
  enterAs,
}) => {
  const person = await office.registered({ lastName: 'van der Westhuizen-Ramaphosa' });
  await office.settle(person.invoiceId);
  const member = await openMembers(office).withEmail(person.email);
  await enterAs('admin', addressOf(member));
  await expect(page.getByRole('main')).toContainText(/Active: paid until \d+ \w{3} \d{4}\./);
  const payments = page.getByRole('heading', { level: 2, name: 'Payments (1)' });
  const recorded = page.getByText(/EFT\. Recorded by/);
  await expect(recorded).toBeHidden();
  await payments.click();
  await expect(recorded).toBeVisible();
  await page.getByRole('heading', { level: 2, name: /^Mails/ }).click();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: /^Read Invoice/ }).click();
  const mail = page.getByRole('dialog', { name: 'Invoice' });
  await expect(mail).toContainText('Here is your invoice.');
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScroll(page);
});
