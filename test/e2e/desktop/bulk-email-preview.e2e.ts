import type { Page } from '@playwright/test';
import { createBulkEmail } from '#contract/bulk-emails/endpoints.ts';
import { previewBulkEmail } from '#contract/bulk-emails/preview.ts';
import { listCommunicationLists } from '#contract/communication/endpoints.ts';
import { getMailLimits, updateMailLimits } from '#contract/communication/mail-limits.ts';
import { attacks } from '#server/features/bulk-emails/content/hostile-strings.ts';
import { bulkForm, formOf, listWith, newSubject, written } from '../fixtures/bulk-emails.ts';
import { listOn } from '../fixtures/donors.ts';
import { openMembers } from '../fixtures/member-form.ts';
import {
  administrator,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStillAccessible,
  withOwnServer,
} from '../fixtures/test.ts';

// The test previews every recipient on the list, so members of other tests must not be on it.
const test = withOwnServer();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a bulk email can be previewed for each recipient, on phone, on desktop and as text, and sent as a test', async ({
  page,
  office,
  enterAs,
}) => {
  const members = openMembers(office);
  for (const firstName of ['Thandi', 'Sipho']) await members.entered({ firstName });
  const subject = newSubject('For {{FirstName}}');
  const bulkEmail = await written(office, { subject });
  await enterAs('admin', formOf(bulkEmail));
  const form = bulkForm(page);
  await form.content.waitFor();
  await form.content.press('Control+End');
  await page.keyboard.type(' Not saved yet.');
  await page.getByLabel('Preview for recipient').fill('sipho');
  await page.keyboard.press('Enter');
  const who = page.getByRole('status').filter({ hasText: /^\d+ of \d+: / });
  await expect(who).toHaveText(/1 of 1: Sipho Mokoena/);
  const mail = page.frameLocator('iframe');
  await expect(mail.getByText('Dear Sipho, the dam is full. Not saved yet.')).toBeVisible();
  await expect(page.getByText(subject.replace('{{FirstName}}', 'Sipho'))).toBeVisible();
  const width = async () => (await page.locator('iframe').boundingBox())?.width ?? 0;
  expect(await width()).toBeLessThanOrEqual(360);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await button(page, 'Desktop').click();
  await expect(mail.getByText('Dear Sipho')).toBeVisible();
  await button(page, 'Plain text').click();
  await expect(page.locator('pre')).toContainText('Dear Sipho, the dam is full. Not saved yet.');
  await page.getByLabel('Preview for recipient').fill('');
  await button(page, 'Show preview').click();
  await expect(who).toHaveText(/^1 of /);
  await expect(button(page, 'Previous recipient')).toBeDisabled();
  await button(page, 'Next recipient').click();
  await expect(who).toHaveText(/^2 of /);
  await page.getByLabel('Preview for recipient').fill('nobody at all');
  await button(page, 'Show preview').click();
  await expect(page.getByText('No recipients match.')).toBeVisible();

  await page.getByLabel('Send a test to').fill('a@example.org, b@example');
  await button(page, 'Send test').click();
  await expect(page.getByRole('alert').filter({ hasText: 'valid email' })).toBeVisible();
  await page.getByLabel('Send a test to').fill('');
  await button(page, 'Send test').click();
  await expect(page.getByText('The test is kept here')).toBeVisible();
  const [testMail] = await office.mailsTo(administrator.email, '[Test]');
  expect(testMail?.html).toContain('Not saved yet.');

  await page.goto(`/admin/maillog?${new URLSearchParams({ toEmail: administrator.email })}`);
  const log = listOn(page, 'Sent Mail');
  const row = log.row('Test of a bulk email');
  await expect(row).toContainText('Kept here');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await row.getByRole('button', { name: /^Send again/ }).click();
  const sure = page.getByRole('alertdialog', { name: 'Send again' });
  await expect(sure).toContainText('Are you sure you want to send this mail again?');
  await expectStillAccessible(page);
  await sure.getByRole('button', { name: 'Send again' }).click();
  await expect(page.getByText('The mail is kept here')).toBeVisible();
});

test('from 1200 px the preview is beside the form and follows what is typed', async ({
  page,
  office,
  enterAs,
}) => {
  await openMembers(office).entered({ firstName: 'Thandi' });
  const bulkEmail = await written(office, { content: '<p>Dear {{FirstName}}</p>' });
  await page.setViewportSize({ width: 1200, height: 800 });
  await enterAs('admin', formOf(bulkEmail));
  const form = bulkForm(page);
  const mail = page.frameLocator('iframe');
  await expect(mail.getByText('Dear ', { exact: false })).toBeVisible();
  const beside = await page.getByRole('region', { name: 'Preview' }).boundingBox();
  const sendTo = await form.sendTo.boundingBox();
  expect(beside?.x).toBeGreaterThan((sendTo?.x ?? 0) + (sendTo?.width ?? 0));
  await expectNoSidewaysScroll(page);
  await form.content.press('Control+End');
  await page.keyboard.type(' and all');
  await expect(mail.getByText('and all', { exact: false })).toBeVisible();
  await expect(form.content).toBeFocused();
  // What cannot be previewed yet is no error: the former preview stays.
  await form.subject.fill('{{Unknown}}');
  await form.content.press('Control+End');
  await page.keyboard.type(' again');
  await form.subject.fill('News');
  await expect(mail.getByText('and all again', { exact: false })).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);

  await page.setViewportSize({ width: 1100, height: 800 });
  await page.reload();
  await form.content.waitFor();
  await expect(page.locator('iframe')).toHaveCount(0);
  await button(page, 'Show preview').click();
  await expect(mail.getByText('Dear ', { exact: false })).toBeVisible();
});

const hostile = [
  '<script>window.ran = 1</script>',
  '<img src=x onerror="window.ran = 2">',
  '<svg onload="window.ran = 3"><animate onbegin="window.ran = 4" attributeName=x></svg>',
  '<a href="javascript:window.ran = 5">press</a>',
  '<iframe srcdoc="<script>parent.ran = 6</script>"></iframe>',
  '<p style="background:url(javascript:window.ran=7)" onclick="window.ran = 8">text</p>',
  '<form action="https://example.org"><button>send</button></form><base href="https://example.org">',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;<img src=1 onerror=window.ran=9>">',
];

test('scripts in a bulk email never run in the editor, the list, the preview or the view', async ({
  page,
  office,
  enterAs,
}) => {
  await openMembers(office).entered({ firstName: '<img src=x onerror="window.ran = 10">' });
  const token = await office.adminToken();
  const [list] = await office.ask(listCommunicationLists, {}, token);
  const subject = newSubject('<b onmouseover=alert(1)>');
  const body = {
    communicationListId: list?.id ?? '',
    subject,
    content: `<p>Dear {{FirstName}}</p>${hostile.join('')}`,
  };
  const bulkEmail = await office.ask(createBulkEmail, { body }, token);
  // Content that was stored before the server sanitized it.
  await page.route(`**/api/bulkemails/${bulkEmail.id}`, async (route) => {
    const reply = await (await route.fetch()).json();
    reply.data.content = body.content;
    await route.fulfill({ json: reply });
  });
  await enterAs('admin', listWith(subject));
  await expect(listOn(page, 'Manage Bulk Emails').row(subject)).toBeVisible();
  await page.goto(formOf(bulkEmail));
  await bulkForm(page).content.waitFor();
  await expect(bulkForm(page).content).toContainText('press');
  await button(page, 'Show preview').click();
  const mail = page.frameLocator('iframe');
  await expect(mail.getByText('press')).toBeVisible();
  const harmful = 'script, iframe, form, base, svg, math, img[onerror], [onclick], [onload]';
  await expect(mail.locator(`${harmful}, a[href^="javascript"]`)).toHaveCount(0);
  const ran = () => page.evaluate(() => (window as { ran?: number }).ran);
  expect(await ran()).toBeUndefined();

  await page.unroute(`**/api/bulkemails/${bulkEmail.id}`);
  await page.route(`**/api/bulkemails/${bulkEmail.id}`, async (route) => {
    const reply = await (await route.fetch()).json();
    reply.data.content = body.content;
    reply.data.bulkEmailStatusName = 'Complete';
    await route.fulfill({ json: reply });
  });
  await page.goto(formOf(bulkEmail));
  await expect(mail.getByText('press')).toBeVisible();
  await mail.getByText('press').click({ force: true });
  expect(await ran()).toBeUndefined();
  await expect(page).toHaveURL(new RegExp(bulkEmail.id));
});

test(`${attacks.length} more attacks: the previewed email runs no script, even in a frame that allows scripts @full`, async ({
  page,
  office,
}) => {
  test.slow();
  const token = await office.adminToken();
  const [list] = await office.ask(listCommunicationLists, {}, token);
  const draft = { communicationListId: list?.id ?? '', subject: 'News' };
  const ran: string[] = [];
  page.on('dialog', (dialog) => {
    ran.push(dialog.message());
    void dialog.dismiss();
  });
  const here = page.url();
  for (const attack of attacks) {
    const content = `<p>Hello</p>${attack.replaceAll('{{', '').replaceAll('\u0000', '')}`;
    const { html } = await office.ask(previewBulkEmail, { body: { ...draft, content } }, token);
    // Without the sandboxed frame and the content security policy that would block scripts.
    await page.setContent(html);
    await expect(page.getByText('Hello').first()).toBeVisible();
    await page.evaluate(() => {
      for (const link of document.querySelectorAll('a')) {
        if (link.protocol !== 'https:' && link.protocol !== 'http:') link.click();
      }
    });
    const harmful = page.locator('script, iframe, object, embed, form, base, svg, math, img');
    expect(await harmful.count(), attack).toBe(0);
    expect(ran, attack).toEqual([]);
  }
  expect(page.url()).toBe(here);
});

test('sending limits per minute and per day can be set and removed, and invalid limits are refused', async ({
  page,
  office,
  enterAs,
}) => {
  await enterAs('admin', '/admin/companyinfo/mail');
  const minute = page.getByLabel('Limit per minute');
  const limits = page.locator('form').filter({ has: minute });
  const save = limits.getByRole('button', { name: 'Save', exact: true });
  await minute.fill('many');
  await save.click();
  await expect(page.getByText('Please enter a whole number of at least 1.')).toBeVisible();
  await minute.fill('60');
  await page.getByLabel('Limit per day').fill('2 000');
  await save.click();
  await expect(page.getByText('Mail limits saved.')).toBeVisible();
  await page.reload();
  await expect(minute).toHaveValue('60');
  await expect(page.getByLabel('Limit per day')).toHaveValue('2000');

  const token = await office.adminToken();
  await minute.fill('30');
  await office.ask(updateMailLimits, { body: { perDay: 4000 } }, token);
  await save.click();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByText('Your changes are still here', { exact: false })).toBeVisible();
  await expect(minute).toHaveValue('30');
  await expect(page.getByLabel('Limit per day')).toHaveValue('4000');
  await expectStillAccessible(page);
  await save.click();
  await expect(page.getByText('Mail limits saved.')).toBeVisible();
  await expect
    .poll(() => office.ask(getMailLimits, {}, token))
    .toMatchObject({ perMinute: 30, perDay: 4000 });

  await minute.fill('');
  await page.getByLabel('Limit per day').fill('');
  await save.press('Enter');
  await expect(page.getByText('Mail limits saved.')).toBeVisible();
});
