import { createInvoice } from '#contract/invoices/admin-endpoints.ts';
import { cardAccountTexts } from '#contract/stored-settings/card-account.ts';
import { testMailTexts } from '#contract/company-info/test-mail.ts';
import { mailServerTexts } from '#contract/stored-settings/mail-server.ts';
import { openMailServer } from '#test/support/mail/smtp-server.ts';
import {
  administrator,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStillAccessible,
  withOwnServer,
} from '../fixtures/test.ts';

// The mail server is that of the whole installation.
const test = withOwnServer();

test('an administrator enters the mail server, which is tried first and used at once', async ({
  page,
  office,
  enterAs,
}) => {
  const mailServer = await openMailServer();
  try {
    await enterAs('admin', '/admin/companyinfo/mail');
    const card = page.getByRole('region', { name: mailServerTexts.title });
    const form = page.locator('form').filter({ has: card });
    const save = form.getByRole('button', { name: 'Save', exact: true });
    await card.getByRole('textbox', { name: 'Server' }).fill('127.0.0.1');
    await card.getByRole('textbox', { name: 'Port' }).fill('1');
    await save.click();
    await expect(card.getByText('127.0.0.1 cannot be used', { exact: false })).toBeVisible();
    await expectAccessible(page);
    await card.getByRole('textbox', { name: 'Port' }).fill(new URL(mailServer.url).port);
    await save.click();
    await expect(page.getByText(mailServerTexts.saved)).toBeVisible();
    const isSent = page.getByText('Mails are sent through your mail server.');
    await expect(isSent).toBeVisible();
    await expect(page.getByText('Emails are not sent')).toHaveCount(0);
    // No mail server delivers to the address of the first administrator.
    await expect(page.getByText(testMailTexts.localAddress(administrator.email))).toBeVisible();
    await expect(page.getByRole('link', { name: testMailTexts.ownAddress })).toHaveAttribute(
      'href',
      '/admin/users',
    );
    await expect(page.getByRole('button', { name: 'Send test mail' })).toHaveCount(0);
    await page.reload();
    await expect(card.getByRole('textbox', { name: 'Server' })).toHaveValue('127.0.0.1');
    await expect(isSent).toBeVisible();
    await expectNoSidewaysScroll(page);
    // Without a mail server the notices say that emails are kept.
    const line = { line: 'Two caps', amount: 240, paymentType: 'EFT' } as const;
    const payer = { userFirstName: 'Koos', userLastName: 'Nel', userEmail: 'koos@example.org' };
    const body = { ...line, ...payer };
    const { id } = await office.ask(createInvoice, { body }, await office.adminToken());
    await page.goto(`/admin/invoice/${id}`);
    for (const [press, said] of [
      ['Send', 'Invoice email sent successfully.'],
      ['Send again', 'Invoice email resent successfully.'],
    ] as const) {
      await page.getByRole('button', { name: press, exact: true }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: press, exact: true }).click();
      await expect(page.getByText(said)).toBeVisible();
    }
  } finally {
    await mailServer.close();
  }
});

test('an administrator enters the PayFast account, which needs a public name for real money', async ({
  page,
  enterAs,
}) => {
  await enterAs('admin', '/admin/companyinfo/cards');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  const inForce = page.getByLabel('Payments by card').locator('option:checked');
  await expect(inForce).toHaveText(cardAccountTexts.simulator);
  await save.click();
  await expect(page.getByText(cardAccountTexts.noMode).first()).toBeVisible();
  await page.getByLabel('Payments by card').selectOption(cardAccountTexts.modes.live);
  await save.click();
  await expect(page.getByText(cardAccountTexts.wrongMerchantId).first()).toBeVisible();
  await page.getByLabel('Merchant ID').fill('10012345');
  await page.getByLabel('Merchant key', { exact: true }).fill('q1cd2rdny4a53');
  await page.getByLabel('Passphrase', { exact: true }).fill('dam-is-full');
  await save.click();
  await expect(page.getByText(cardAccountTexts.notReachable).first()).toBeVisible();
  await expectStillAccessible(page);
  await page.getByLabel('Payments by card').selectOption(cardAccountTexts.modes.sandbox);
  await save.click();
  await expect(page.getByText(cardAccountTexts.saved)).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Merchant ID')).toHaveValue('10012345');
  await expect(page.getByText(cardAccountTexts.kept).first()).toBeVisible();
});
