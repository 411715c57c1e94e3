import type { Page } from '@playwright/test';
import { searchMembers } from '#contract/members/endpoints.ts';
import { storyTexts } from '#contract/members/story.ts';
import { erasedMember } from '#contract/privacy/erased.ts';
import { closeCredit, recordMoney } from '#contract/payments/credits.ts';
import { askForErasure, erasureRequestTexts, erasureTexts } from '#contract/privacy/erasure.ts';
import type { Admin } from '../fixtures/administrator.ts';
import { choose } from '../fixtures/row-actions.ts';
import { expect, expectAccessible, test } from '../fixtures/test.ts';

async function newMember(office: Admin, lastName: string) {
  const form = await office.registered({ lastName });
  const token = await office.adminToken();
  const members = await office.ask(searchMembers, { body: { email: form.email } }, token);
  return { ...form, id: members.results[0]?.id ?? '' };
}

async function openErase(page: Page, name: string) {
  await page.getByText('Privacy', { exact: true }).click();
  await page.getByRole('button', { name: erasureTexts.open }).click();
  return page.getByRole('dialog', { name: erasureTexts.title(name) });
}

test('an administrator archives and erases a member who has paid, after a preview and the password', async ({
  page,
  office,
  enterAs,
}) => {
  const member = await newMember(office, 'Zondi');
  await office.settle(member.invoiceId);
  await enterAs('admin', `/admin/member/${member.id}`);
  const asked = await openErase(page, 'Thandi Zondi');
  await expect(asked).toContainText(erasureTexts.archives);
  await asked.getByRole('button', { name: erasureTexts.cancel }).click();
  await expect(page.getByRole('button', { name: erasureTexts.open })).toBeFocused();
  await page.getByRole('button', { name: erasureTexts.open }).click();
  const dialog = page.getByRole('dialog', { name: erasureTexts.title('Thandi Zondi') });
  await expect(
    dialog.getByRole('listitem').filter({ hasText: '1 invoice with a payment and the name' }),
  ).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: erasureTexts.archiveAndErase }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Erased person');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('main')).toContainText(erasedMember);
  await expect(page.getByRole('button', { name: 'Restore' })).toBeHidden();
  await expect(page.getByRole('main')).not.toContainText('Zondi');
  await expectAccessible(page);
});

test('the sender of money that was dealt with is erased from Credits', async ({
  page,
  office,
  enterAs,
}) => {
  const payerName = `Erased Sender ${Date.now()}`;
  const token = await office.adminToken();
  const { id } = await office.ask(recordMoney, { body: { payerName, amount: 70 } }, token);
  await office.ask(closeCredit, { params: { id }, body: { reason: 'Not ours' } }, token);
  await enterAs('admin', '/admin/credits?isUsed=used');
  const row = page.getByRole('row').filter({ hasText: payerName });
  await choose(row, erasureTexts.open);
  const dialog = page.getByRole('dialog', { name: erasureTexts.title(payerName) });
  await expect(dialog.getByRole('listitem').filter({ hasText: '1 name of' })).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: erasureTexts.confirm }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('row').filter({ hasText: 'Erased' }).first()).toContainText('R70.00');
  await expect(row).toHaveCount(0);
});

test('a request is listed on Company Info, and an administrator declines it with a reason', async ({
  page,
  office,
  enterAs,
}) => {
  const member = await newMember(office, 'Asker');
  const own = await office.tokenOf(member.email);
  await office.ask(askForErasure, { params: { id: member.id } }, own);
  await enterAs('admin', '/admin/companyinfo/privacy');
  const card = page.getByRole('region', { name: erasureRequestTexts.list });
  await card.getByRole('link', { name: 'Thandi Asker' }).click();
  await page.getByRole('heading', { level: 1, name: /Asker/ }).waitFor();
  await expect(page.getByText(/^Asked to be erased on .+\. Answer by .+\.$/)).toBeVisible();
  await page.getByRole('button', { name: storyTexts.toErasure }).click();
  await expect(page.getByText(/^This member asked on .* to be erased\.$/)).toBeVisible();
  await page.getByRole('button', { name: erasureRequestTexts.decline }).click();
  const dialog = page.getByRole('dialog', { name: erasureRequestTexts.declineTitle });
  await dialog.getByLabel('Reason').fill('Your membership runs until December.');
  await dialog.getByRole('button', { name: erasureRequestTexts.declineConfirm }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText(/^This member asked on/)).toBeHidden();
  await expect(page.getByText(/^Asked to be erased on/)).toBeHidden();
  const [mail] = await office.mailsTo(member.email, 'Your request to be erased');
  expect(mail?.text).toContain('Your membership runs until December.');
});

test('an administrator erases a donor from the page of a donation @full', async ({
  page,
  office,
  enterAs,
}) => {
  const { id } = await office.donated('EFT', 80);
  await enterAs('admin', `/admin/donations/${id}`);
  const dialog = await openErase(page, 'Sipho Nkosi');
  await dialog.getByRole('button', { name: erasureTexts.confirm }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByLabel('Last Name')).toHaveValue('person');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});
