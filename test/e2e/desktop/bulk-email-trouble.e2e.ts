import type { Page } from '@playwright/test';
import { type BulkEmail, bulkEmailTexts } from '#contract/bulk-emails/endpoints.ts';
import { processBulkEmail } from '#contract/bulk-emails/sending.ts';
import { logout } from '#contract/auth/endpoints.ts';
import { bulkForm, listWith, newSubject, pdf, written } from '../fixtures/bulk-emails.ts';
import { listOn } from '../fixtures/donors.ts';
import { openMembers } from '../fixtures/member-form.ts';
import type { Admin } from '../fixtures/administrator.ts';
import { openMailbox } from '../fixtures/mail-server.ts';
import {
  administrator,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStillAccessible,
  withMailServer,
} from '../fixtures/test.ts';
import { actionsOf, choose } from '../fixtures/row-actions.ts';

const test = withMailServer();

const rowOf = (page: Page, { subject }: Pick<BulkEmail, 'subject'>) =>
  listOn(page, 'Manage Bulk Emails').row(subject);
const press = (page: Page, bulkEmail: BulkEmail, name: string) =>
  rowOf(page, bulkEmail).getByRole('button', { name: new RegExp(`^${name}`) });
const box = (page: Page, email: string) => page.getByRole('checkbox', { name: `Select ${email}` });
const retry = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Retry' });
const sure = (page: Page, name: string | RegExp) => page.getByRole('alertdialog', { name });

/** `count` members with this status. No other member has it, so its list holds only them. */
async function people(office: Admin, status: string, names: string[]) {
  const members = openMembers(office);
  const memberStatusID = await members.statusId(status);
  const emails: string[] = [];
  for (const name of names) {
    const email = office.newEmail(name);
    await members.entered({ firstName: 'Nomsa', email, memberStatusID });
    emails.push(email);
  }
  return emails;
}

async function process(page: Page, bulkEmail: BulkEmail): Promise<void> {
  await press(page, bulkEmail, 'Process Bulk Send').click();
  const question = sure(page, 'Process Bulk Send');
  await question.getByRole('button', { name: 'Process Bulk Send' }).click();
  await expect(page.getByText('The bulk email is being sent.')).toBeVisible();
}

async function retryChosen(page: Page, words: string): Promise<void> {
  await retry(page).click();
  const question = sure(page, 'Retry');
  await expect(question).toContainText(words);
  await expectStillAccessible(page);
  await question.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText('Sending again.')).toBeVisible();
}

test('a bulk email can be paused, resumed, stopped and then sent to the rest, without a recipient who unsubscribed @full', async ({
  page,
  context,
  office,
  enterAs,
  mailServer,
}) => {
  test.slow();
  const post = openMailbox(mailServer);
  const listName = 'Due for Renewal';
  const emails = await people(office, listName, Array<string>(14).fill('due'));
  const earlier = await written(office, { listName, subject: newSubject('Earlier') });
  const params = { id: earlier.id };
  await office.ask(processBulkEmail, { params }, await office.adminToken());
  await post.onceTo(earlier.subject, emails.length);

  const bulkEmail = await written(office, { listName, subject: newSubject('Walk') });
  await enterAs('admin', listWith(bulkEmail.subject));
  const row = rowOf(page, bulkEmail);
  const first = post.holdBack(bulkEmail.subject);
  await process(page, bulkEmail);
  await expect.poll(first.waiting, { timeout: 15_000 }).toBe(5);
  await expect(row).toContainText('0 of 14');
  await press(page, bulkEmail, 'Pause').click();
  await expect(page.getByText('The bulk email is paused.')).toBeVisible();
  await expect(row).toContainText('paused');
  first.open();
  await expect(row).toContainText('5 of 14');
  await expectStillAccessible(page);
  await expectNoSidewaysScroll(page);

  // A recipient who is still waiting unsubscribes with the link of an earlier mail.
  const sentTo = post.counts(bulkEmail.subject);
  const leaving = emails.find((email) => !sentTo.has(email)) ?? '';
  const mail = await post.mailTo(leaving, earlier.subject);
  const theirs = await context.newPage();
  await theirs.goto(/\/unsubscribe\?token=[0-9a-f-]{36}/.exec(mail.text ?? '')?.[0] ?? '');
  await theirs.getByRole('button', { name: 'Unsubscribe', exact: true }).click();
  await expect(theirs.getByRole('heading', { name: 'Unsubscribed Successfully' })).toBeVisible();
  await theirs.close();
  await page.reload();
  await expect(row).toContainText('5 of 14');

  const second = post.holdBack(bulkEmail.subject);
  await press(page, bulkEmail, 'Resume').press('Enter');
  await expect.poll(second.waiting, { timeout: 15_000 }).toBe(5);
  await choose(row, 'Stop');
  await sure(page, /^Stop/).getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByText('The bulk email was stopped.')).toBeVisible();
  second.open();
  await expect(row).toContainText('Complete');
  await expect(row).toContainText('stopped after 10 of 14');
  expect(post.counts(bulkEmail.subject).size).toBe(10);

  await row.getByRole('link', { name: '4 not sent' }).click();
  const recipients = listOn(page, 'Recipients');
  await expect(recipients.heading(14)).toBeVisible();
  await recipients.openFilters();
  await page.getByRole('button', { name: 'Not sent', exact: true }).click();
  await expect(recipients.heading(4)).toBeVisible();
  await expect(page.getByText('Stopped before it was sent').first()).toBeVisible();
  for (const email of emails) if (await box(page, email).count()) await box(page, email).check();
  await retryChosen(page, 'Send this email again to 4 addresses?');
  await post.onceTo(bulkEmail.subject, 13);
  await recipients.openFilters();
  await page.getByRole('button', { name: 'All', exact: true }).click();
  await recipients.searchFor('Email', leaving);
  await expect(recipients.row(leaving)).toContainText('Unsubscribed', { timeout: 15_000 });
  expect(post.counts(bulkEmail.subject).has(leaving)).toBe(false);
});

test('after 25 failures a bulk email is held until resumed, and failed or uncertain recipients are retried once @full', async ({
  page,
  office,
  enterAs,
  mailServer,
}) => {
  test.slow();
  const post = openMailbox(mailServer);
  const names = [...Array<string>(9).fill('plain'), 'odd.lost', 'odd.refused', 'odd.gone'];
  const emails = await people(office, 'Expired', names);
  const [lost = '', refused = '', gone = ''] = emails.slice(-3);
  const bulkEmail = await written(office, { listName: 'Expired', subject: newSubject('Rain') });
  await enterAs('admin', listWith(bulkEmail.subject));
  const row = rowOf(page, bulkEmail);
  expect(await actionsOf(row)).toContain('Delete');
  mailServer.manners = { mailFrom: () => '550 5.7.1 we do not know you' };
  // Another administrator processes it while this list still shows it as Pending.
  const params = { id: bulkEmail.id };
  await office.ask(processBulkEmail, { params }, await office.adminToken());
  await choose(row, 'Delete');
  await sure(page, 'Confirm Deletion').getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(page.getByRole('alert')).toContainText(bulkEmailTexts.lockedNow);
  await page.reload();
  await expect(row).toContainText('held: 550 5.7.1 we do not know you', { timeout: 15_000 });
  await expect(row).toContainText('0 of 12');
  expect(await actionsOf(row)).toEqual(['View', 'Stop']);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  expect(post.counts(bulkEmail.subject).size).toBe(0);

  mailServer.manners = {
    rcptTo: (to) => (to === gone ? '550 5.1.1 no such user' : '250 fine'),
    taken: ({ to: [to] }) => {
      if (to === lost) return 'lose';
      return to === refused ? '554 5.6.0 we do not like it' : '250 taken';
    },
  };
  await choose(row, 'View');
  await page.getByRole('button', { name: /^Resume/ }).click();
  await expect(page.getByText('Sending resumed.')).toBeVisible();
  await page.getByRole('link', { name: '2 failed, 1 uncertain' }).click({ timeout: 15_000 });
  await post.onceTo(bulkEmail.subject, 9);

  const recipients = listOn(page, 'Recipients');
  await expect(recipients.heading(12)).toBeVisible();
  await recipients.searchFor('Email', 'odd.');
  await expect(recipients.row(lost)).toContainText('Uncertain');
  await expect(recipients.row(refused)).toContainText('554 5.6.0 we do not like it');
  await expect(recipients.row(gone)).toContainText('550 5.1.1 no such user');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  mailServer.manners = {};
  await recipients.searchFor('Email', '');
  await box(page, lost).check();
  await box(page, refused).check();
  await page
    .getByRole('checkbox', { name: /^Select plain/ })
    .first()
    .check();
  await retry(page).click();
  await expect(sure(page, 'Retry')).toContainText('2 of the 3 selected recipients can be retried.');
  await sure(page, 'Retry').getByRole('button', { name: 'No, cancel' }).click();
  await retryChosen(page, 'Recipients marked “Uncertain” may already have received it.');
  await expect(recipients.row(lost)).toContainText('Sent', { timeout: 15_000 });
  await expect(recipients.row(refused)).toContainText('Sent');
  await expect(recipients.row(gone)).toContainText('Failed');
  await post.onceTo(bulkEmail.subject, 11);
});

test('if the session ends while a bulk email is written, no text is lost and it is saved once', async ({
  page,
  office,
  enterAs,
}) => {
  const form = bulkForm(page);
  const subject = newSubject('By night');
  await enterAs('admin', '/admin/bulkemails/new');
  await form.content.waitFor();
  await form.sendTo.selectOption({ label: 'Active' });
  await page.getByLabel('This email asks for money').check();
  await form.subject.fill(subject);
  await form.title.fill('Once more');
  await form.content.click();
  await page.keyboard.type('Dear ');
  await form.insert('FirstName').click();
  await page.keyboard.type(', a long letter.');
  await form.file.setInputFiles(pdf());
  await expect(page.getByRole('button', { name: 'programme.pdf', exact: true })).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
  await office.ask(logout, {}, token);
  await form.content.press('Control+End');
  await page.keyboard.type(' And the last word.');
  await form.save.click();
  await expect(page.getByText('You have been signed out. Please sign in again.')).toBeVisible();
  await page.getByLabel('Email').fill(administrator.email);
  await page.getByLabel('Password', { exact: true }).fill(administrator.password);
  await page.getByRole('button', { name: 'Sign In' }).click();

  await expect(page.getByText('Your unsaved draft has been restored.')).toBeVisible();
  await expect(form.sendTo.locator('option:checked')).toHaveText('Active');
  await expect(page.getByLabel('This email asks for money')).toBeChecked();
  await expect(form.subject).toHaveValue(subject);
  await expect(form.title).toHaveValue('Once more');
  await expect(form.content).toContainText(', a long letter. And the last word.');
  await expect(form.content.locator('.mail-placeholder')).toHaveText(/{{FirstName}}/);
  await expect(page.getByRole('button', { name: 'programme.pdf', exact: true })).toBeVisible();
  await form.save.click();
  await expect(page.getByText('Bulk email added.')).toBeVisible();
  await page.goto(listWith(subject));
  await expect(listOn(page, 'Manage Bulk Emails').heading(1)).toBeVisible();
  await page.goto('/admin/bulkemails/new');
  await form.content.waitFor();
  await expect(form.subject).toHaveValue('');
});
