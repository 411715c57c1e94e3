import { hold, dropAfter, dropBefore } from '../fixtures/network.ts';
import type { Page } from '@playwright/test';
import { searchProofs } from '#contract/proofs/admin-endpoints.ts';
import { proofTexts } from '#contract/proofs/endpoints.ts';
import type { Admin } from '../fixtures/administrator.ts';
import { profileTexts } from '#contract/profile/texts.ts';
import { openProfile } from '../fixtures/profile.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures/test.ts';
import { halves } from '#test/support/pictures.ts';

const call = '**/api/payment-proofs';
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const send = (page: Page) => page.getByRole('button', { name: 'Send proof of payment' });
const file = (page: Page) => page.getByLabel('PDF or picture');
const alert = (page: Page) => page.getByRole('alert').filter({ hasText: /\S/ });
const figure = (page: Page, label: string) =>
  page.getByRole('definition').and(page.locator(`dt:text-is("${label}") + dd`));
const pdf = (text: string) => ({
  name: 'proof.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.7\n${text}`),
});

async function proofsOf(office: Admin, invoiceId: string) {
  const { results } = await office.ask(
    searchProofs,
    { body: { invoiceId } },
    await office.adminToken(),
  );
  return results;
}

/** The link in the mail of the invoice. */
async function linkOf(office: Admin, email: string): Promise<string> {
  const [mail] = await office.mailsTo(email, 'Invoice');
  return /\/proof-of-payment\?token=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? 'no link';
}

test('a payer sends a proof of payment from the mail, and the network fails in the middle', async ({
  page,
  office,
}) => {
  test.slow();
  const thandi = await office.registered();
  const link = await linkOf(office, thandi.email);
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(link);
  await expect(title(page, 'Proof of Payment')).toBeVisible();
  await expect(figure(page, 'Invoice')).toHaveText(/^INV-\d{5}$/);
  await expect(figure(page, 'To pay')).toHaveText('R450.00');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await send(page).click();
  await expect(page.getByText(proofTexts.missing)).toBeVisible();
  await expect(file(page)).toBeFocused();
  await expectAccessible(page);

  await file(page).setInputFiles({ ...pdf(''), buffer: Buffer.from('MZ, a program') });
  await send(page).click();
  await expect(alert(page)).toHaveText(proofTexts.wrongType);

  // The request is lost.
  await file(page).setInputFiles(pdf('paid'));
  await expect(alert(page)).toHaveCount(0);
  const before = await dropBefore(page, call);
  await send(page).click();
  await expect(alert(page)).toHaveText(proofTexts.failed);
  await expect(send(page)).toBeFocused();
  await expect(file(page)).toHaveValue(/proof\.pdf$/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await before.restore();

  // The reply is lost. The file has arrived, and counts once.
  const after = await dropAfter(page, call);
  await send(page).click();
  await expect(alert(page)).toHaveText(proofTexts.failed);
  await after.restore();
  await send(page).click();
  await expect(title(page, 'Thank you')).toBeFocused();
  await expect(page.getByText(proofTexts.receivedNext)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect(await proofsOf(office, thandi.invoiceId)).toHaveLength(1);

  // A large photo is made smaller by the browser.
  await page.getByRole('button', { name: 'Send another file' }).click();
  const photo = { name: 'photo.png', mimeType: 'image/png', buffer: await noise() };
  await file(page).setInputFiles(photo);
  await send(page).click();
  await expect(title(page, 'Thank you')).toBeFocused();
  const [picture] = await proofsOf(office, thandi.invoiceId);
  expect(picture?.kind).toBe('image/jpeg');
  expect(picture?.size).toBeLessThan(photo.buffer.length / 2);
});

/** A picture of some megabytes that packs badly. */
async function noise(): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const noisy = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const picture = sharp({
    create: { width: 2000, height: 1200, channels: 3, background: 'white', noise: noisy },
  });
  return picture.png().toBuffer();
}

test('the link ends kindly when the invoice is paid, and a broken link says what to do', async ({
  page,
  office,
}) => {
  const thandi = await office.registered();
  const link = await linkOf(office, thandi.email);
  await office.settle(thandi.invoiceId);
  await page.goto(link);
  await expect(title(page, 'This invoice is paid')).toBeVisible();
  await expect(page.getByText(proofTexts.paid)).toBeVisible();
  await expect(send(page)).toHaveCount(0);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  for (const broken of ['/proof-of-payment', link.slice(0, -3), '/proof-of-payment?token=x']) {
    await page.goto(broken);
    await expect(title(page, 'This link does not work')).toBeVisible();
    await expect(page.getByText(proofTexts.badLink)).toBeVisible();
  }
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Go Back to Home' }).click();
  await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
});

test('without a connection the page offers to load the invoice again', async ({ page, office }) => {
  const thandi = await office.registered();
  const link = await linkOf(office, thandi.email);
  const away = await dropBefore(page, '**/api/payment-proofs/link');
  await page.goto(link);
  await expect(alert(page)).toHaveText(proofTexts.loadFailed);
  await expectAccessible(page);
  await away.restore();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(figure(page, 'To pay')).toHaveText('R450.00');
});

test('the file is sent once, and the button waits for it', async ({ page, office }) => {
  const thandi = await office.registered();
  await page.goto(await linkOf(office, thandi.email));
  await file(page).setInputFiles({
    name: 'slip.jpg',
    mimeType: 'image/jpeg',
    buffer: await halves('jpeg'),
  });
  const slow = await hold(page, call, 'POST');
  await send(page).click();
  await expect(send(page)).toHaveAttribute('aria-busy', 'true');
  await send(page).press('Enter');
  slow.letGo();
  await expect(title(page, 'Thank you')).toBeFocused();
  expect(await proofsOf(office, thandi.invoiceId)).toHaveLength(1);
});

test('a member sends it from My Profile @full', async ({ page, office, enterAs }) => {
  const thandi = await office.registered();
  const profile = openProfile(page);
  await enterAs(thandi, profile.path);
  await profile.unfold('How to pay by bank transfer (EFT)');
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Already paid? Send us the proof of payment' }).click();
  await expect(title(page, 'Proof of Payment')).toBeFocused();
  await file(page).setInputFiles(pdf('from my profile'));
  await send(page).click();
  await expect(title(page, 'Thank you')).toBeFocused();
  expect(await proofsOf(office, thandi.invoiceId)).toHaveLength(1);
  await page.goto(profile.path);
  await expect(page.getByText(profileTexts.proofSent)).toBeVisible();
});
