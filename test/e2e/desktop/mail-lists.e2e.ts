import { forgotPassword } from '#contract/auth/endpoints.ts';
import { processBulkEmail } from '#contract/bulk-emails/sending.ts';
import { written } from '../fixtures/bulk-emails.ts';
import { listOn } from '../fixtures/donors.ts';
import { openMembers } from '../fixtures/member-form.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  withMailServer,
} from '../fixtures/test.ts';

const test = withMailServer();

test('by keyboard alone an undelivered mail can be found in Sent Mail and sent again, and no sign-in link is shown', async ({
  page,
  office,
  enterAs,
  mailServer,
}) => {
  const email = office.newEmail('gone');
  mailServer.manners.rcptTo = (to) => (to === email ? '550 5.1.1 no such user' : '250 fine');
  await office.registered({ email });
  const { email: other } = await office.registered();
  await office.ask(forgotPassword, { body: { email: other } });
  const arrivals = () => mailServer.counts.get(other) ?? 0;
  await expect.poll(arrivals, { timeout: 15_000 }).toBe(2);
  await enterAs('admin', `/admin/maillog?${new URLSearchParams({ toEmail: email })}`);
  const log = listOn(page, 'Sent Mail');
  await expect(log.row(email)).toContainText('Failed', { timeout: 15_000 });
  await expect(log.row(email)).toContainText('550 5.1.1 no such user');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  mailServer.manners = {};
  await log
    .row(email)
    .getByRole('button', { name: /^Send again/ })
    .focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('alertdialog', { name: 'Send again' });
  await expect(question.getByRole('button', { name: 'No, cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('The mail is on its way again.')).toBeVisible();
  await expect.poll(() => mailServer.counts.get(email), { timeout: 15_000 }).toBe(1);
  await expect(log.heading(2)).toBeVisible();

  await page.goto(`/admin/maillog?${new URLSearchParams({ toEmail: other })}`);
  await expect(log.row('Password reset')).toContainText('Sent', { timeout: 15_000 });
  const reset = mailServer.arrived.find(({ raw }) => raw.includes('reset-password'));
  expect(reset?.to).toEqual([other]);
  const html = await page.content();
  expect(html).not.toMatch(/token=|reset-password\?|\/login\/[0-9a-f]/);
  await expect(log.row('Password reset').getByRole('button', { name: /^Send again/ })).toHaveCount(
    0,
  );
});

test('by keyboard alone a person who unsubscribed in a mail program can be found and subscribed again @full', async ({
  page,
  office,
  enterAs,
  mailServer,
  request,
}) => {
  const members = openMembers(office);
  const memberStatusID = await members.statusId('Expired');
  const { email } = await members.entered({ memberStatusID });
  const bulkEmail = await written(office, { listName: 'Expired' });
  const params = { id: bulkEmail.id };
  await office.ask(processBulkEmail, { params }, await office.adminToken());
  const arrived = () =>
    mailServer.arrived.find(({ to, raw }) => to[0] === email && raw.includes('List-Unsubscribe'));
  await expect.poll(arrived, { timeout: 15_000 }).toBeTruthy();
  const raw = arrived()?.raw.replaceAll(/\r\n[ \t]+/g, ' ') ?? '';
  const link = /List-Unsubscribe: <([^>]+)>/.exec(raw)?.[1] ?? '';
  const pressed = await request.post(link, { form: { 'List-Unsubscribe': 'One-Click' } });
  expect(pressed.status()).toBe(200);

  await enterAs('admin', `/admin/unsubscribed?${new URLSearchParams({ email })}`);
  const gone = listOn(page, 'Unsubscribed Emails');
  await expect(gone.row(email)).toContainText('None given');
  await gone
    .row(email)
    .getByRole('button', { name: /^Allow again/ })
    .focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Allow again' });
  await expect(dialog.getByLabel('Reason')).toBeFocused();
  await page.keyboard.type('Asked on the phone');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Bulk emails may be sent to this address again.')).toBeVisible();
  await expect(page.getByText('No records found')).toBeVisible();
});
