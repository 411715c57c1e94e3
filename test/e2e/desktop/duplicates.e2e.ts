import { duplicateTexts } from '#contract/duplicates/endpoints.ts';
import { duplicateLinkTexts } from '#contract/duplicates/texts.ts';
import { mergeTexts, undoMergeTexts } from '#contract/duplicates/merge.ts';
import { officeConsentsTexts } from '#contract/privacy/office-consents-texts.ts';
import { pairOn, twins } from '../fixtures/duplicates.ts';
import { expect, expectAccessible, test } from '../fixtures/test.ts';

test('an administrator says that two members are not duplicates', async ({
  page,
  office,
  enterAs,
}) => {
  test.slow();
  const { one, other } = await twins(office, 'Dismissed');
  await enterAs('admin', '/admin/member');
  await page.getByRole('link', { name: /possible duplicates?$/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(duplicateTexts.title);
  const pair = await pairOn(page, one, other);
  await expect(pair).toContainText('Very likely');
  await expect(pair).toContainText('Same phone number. Same name.');
  await expectAccessible(page);
  await pair.getByRole('button', { name: duplicateTexts.dismiss }).click();
  await expect(pair).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(one.email)).toBeHidden();
});

test('an administrator merges two members after choosing, follows an old link and undoes it @desktop-only', async ({
  page,
  office,
  enterAs,
}) => {
  const { one, other } = await twins(office, 'Merged', {
    zipCode: '7700',
    title: 'Dr',
    consents: { appeals: true },
  });
  await enterAs('admin', `/admin/member/${one.id}`);
  const part = page.getByRole('region', { name: `${duplicateLinkTexts.ofMember} (1)` });
  await part.getByRole('link', { name: duplicateTexts.merge }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(mergeTexts.title);
  const zip = page.getByRole('radiogroup', { name: 'Zip code' });
  await expect(zip.getByRole('radio', { name: '0081' })).toBeChecked();
  await zip.getByRole('radio', { name: '7700' }).check();
  const email = page.getByRole('radiogroup', { name: 'Email' });
  await email.getByRole('radio', { name: other.email }).check();
  await expect(email).toHaveAccessibleDescription(
    new RegExp(mergeTexts.passwordStays(other.email)),
  );
  await email.getByRole('radio', { name: one.email }).check();
  const invoices = page.getByRole('radiogroup', { name: mergeTexts.invoicesAsk });
  await expect(invoices.getByRole('radio')).toHaveCount(2);
  await expectAccessible(page);
  await page.getByRole('button', { name: mergeTexts.confirm, exact: true }).click();
  await page.getByRole('button', { name: mergeTexts.askConfirm }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thandi Merged');
  await expect(page.getByLabel('Zip Code')).toHaveValue('7700');
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(one.email);
  await expect(page.getByText(/^Requests for donations: withdrawn/)).toBeVisible();

  await page.goto(`/admin/member/${other.id}`);
  await expect(page).toHaveURL(new RegExp(`/admin/member/${one.id}$`));
  await expect(page.getByText(duplicateLinkTexts.ledHere)).toBeVisible();

  await page.getByRole('button', { name: undoMergeTexts.undo }).click();
  await page.getByRole('button', { name: undoMergeTexts.askConfirm }).click();
  await expect(page.getByText(undoMergeTexts.done)).toBeVisible();
  await expect(page.getByLabel('Zip Code')).toHaveValue('0081');
  await expect(page.getByText(officeConsentsTexts.never('appeals'))).toBeVisible();
  await page.goto(`/admin/member/${other.id}`);
  await expect(page.getByLabel('Zip Code')).toHaveValue('7700');
  await expect(page).toHaveURL(new RegExp(`/admin/member/${other.id}$`));
});

test('a change since the comparison is shown before anything is merged', async ({
  page,
  office,
  enterAs,
}) => {
  const { one, other } = await twins(office, 'Changed');
  await enterAs('admin', `/admin/duplicates/${one.id}/${other.id}`);
  await expect(page.getByRole('heading', { name: mergeTexts.moves })).toBeVisible();
  await office.settle(other.invoiceId);
  await page.getByRole('button', { name: mergeTexts.confirm, exact: true }).click();
  await page.getByRole('button', { name: mergeTexts.askConfirm }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'changed' })).toBeVisible();
  await page.getByRole('button', { name: mergeTexts.reload }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  // The one who has paid has the older number now.
  await expect(page.getByText(/^Both records become one: Thandi Changed \(\d{5}\)/)).toBeVisible();
  await page.getByRole('button', { name: mergeTexts.confirm, exact: true }).click();
  await page.getByRole('button', { name: mergeTexts.askConfirm }).click();
  await expect(page).toHaveURL(new RegExp(`/admin/member/${other.id}$`));
});
