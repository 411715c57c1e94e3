import type { Page } from '@playwright/test';
import { bulkEmailTexts, getBulkEmail } from '#contract/bulk-emails/endpoints.ts';
import { bulkForm, formOf, listWith, newSubject, pdf, written } from '../fixtures/bulk-emails.ts';
import { listOn } from '../fixtures/donors.ts';
import { openMembers } from '../fixtures/member-form.ts';
import { dropAfter } from '../fixtures/network.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStillAccessible,
  withOwnServer,
} from '../fixtures/test.ts';
import { actionsOf, choose } from '../fixtures/row-actions.ts';

// All recipients on the lists get these emails, so members of other tests must not be on them.
const test = withOwnServer();

const question = (page: Page) => page.getByRole('alertdialog', { name: 'Process Bulk Send' });

test('a bulk email can be written, sent and received, and its link unsubscribes the member', async ({
  page,
  office,
  enterAs,
}) => {
  test.slow();
  const members = openMembers(office);
  const thandi = await members.entered({ firstName: 'Thandi', lastName: 'O’Neill' });
  const sipho = await members.entered({ firstName: 'Sipho <b>' });
  const form = bulkForm(page);
  const subject = newSubject('Open day');
  await enterAs('admin', '/admin/bulkemails/new');
  await form.content.waitFor();
  await form.subject.fill(`${subject}, `);
  await form.insert('FirstName').click();
  await form.title.fill('Come and see');
  await form.content.click();
  await form.tool('Bulleted list').click();
  await page.keyboard.type('The dam of ');
  await form.insert('LastName').click();
  await form.file.setInputFiles(pdf());
  await expect(page.getByRole('button', { name: 'programme.pdf', exact: true })).toBeVisible();
  await form.save.click();
  await expect(page.getByText('Bulk email added.')).toBeVisible();

  // The page of the draft says what comes next, and offers it for what is stored.
  await expect(page.getByText(/^Nobody has received this email yet/)).toBeVisible();
  const processHere = page.getByRole('button', { name: 'Process Bulk Send', exact: true });
  await form.title.fill('Come, see');
  await processHere.click();
  await expect(page.getByText(/^Save your changes first/)).toBeVisible();
  await form.save.click();
  await expect(page.getByText('Bulk email saved.')).toBeVisible();
  await processHere.click();
  await expect(question(page)).toContainText(/Will receive it\d+/);
  await question(page).getByRole('button', { name: 'No, cancel' }).click();
  await expect(processHere).toBeFocused();

  await page.goto(listWith(subject));
  const list = listOn(page, 'Manage Bulk Emails');
  const row = list.row(subject);
  await row.getByRole('button', { name: /^Process Bulk Send/ }).click();
  await expect(question(page)).toContainText('Are you sure you want to process this bulk email?');
  await expect(question(page)).toContainText(subject);
  await expect(question(page)).toContainText('All members');
  await expect(question(page)).toContainText(/Will receive it\d+/);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await question(page).getByRole('button', { name: 'Process Bulk Send' }).dblclick();
  await expect(page.getByRole('status').getByText('Nobody receives them')).toBeVisible();
  await expect(row).toContainText('Complete', { timeout: 20_000 });
  await expect(row.getByText('Pending...')).toHaveCount(0);
  await expect(row.getByRole('link', { name: /^View/ })).toBeVisible();
  await expect(row.getByRole('button')).toHaveCount(0);
  await expectStillAccessible(page);
  await expectNoSidewaysScroll(page);

  const mails = await office.mailsTo(thandi.email, subject);
  expect(mails).toHaveLength(1);
  const [mail] = mails;
  expect(mail?.subject).toBe(`${subject}, Thandi`);
  expect(mail?.html).toContain('The dam of O’Neill');
  expect(mail?.attachments.map(({ filename }) => filename)).toEqual(['programme.pdf']);
  const [other] = await office.mailsTo(sipho.email, subject);
  expect(other?.subject).toBe(`${subject}, Sipho <b>`);

  const link = /\/unsubscribe\?token=[0-9a-f-]{36}/.exec(mail?.html ?? '')?.[0] ?? '';
  await page.goto(link);
  const masked = `${thandi.email[0]}***@example.org`;
  await expect(page.getByText(`${masked} will get no more bulk emails`)).toBeVisible();
  await expect(page.getByText(thandi.email)).toHaveCount(0);
  await page.getByLabel('Reason').fill('Too many');
  const unsubscribe = page.getByRole('button', { name: 'Unsubscribe', exact: true });
  // The server processed it but the reply was lost. Pressing again must be harmless.
  const dropped = await dropAfter(page, '**/api/communication/unsubscribe');
  await unsubscribe.click();
  await expect(page.getByRole('alert').filter({ hasText: 'unexpected error' })).toBeVisible();
  await expect(page.getByLabel('Reason')).toHaveValue('Too many');
  await dropped.restore();
  await unsubscribe.click();
  await expect(page.getByRole('heading', { name: 'Unsubscribed Successfully' })).toBeVisible();
  await expect(page.getByText(`${masked} gets no more bulk emails from us.`)).toBeVisible();

  await page.goto(`/admin/unsubscribed?${new URLSearchParams({ email: thandi.email })}`);
  const gone = listOn(page, 'Unsubscribed Emails');
  await expect(gone.heading(1)).toBeVisible();
  await expect(gone.row(thandi.email)).toContainText('Too many');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await gone
    .row(thandi.email)
    .getByRole('button', { name: /^Allow again/ })
    .click();
  const dialog = page.getByRole('dialog', { name: 'Allow again' });
  await dialog.getByLabel('Reason').fill('She asked for it');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Allow again' }).click();
  await expect(page.getByText('Bulk emails may be sent to this address again.')).toBeVisible();
  await expect(page.getByText('No records found')).toBeVisible();
});

test('a bulk email can be sent from its own page', async ({ page, office, enterAs }) => {
  const members = openMembers(office);
  const { email } = await members.entered({ firstName: 'Naledi' });
  const bulkEmail = await written(office);
  await enterAs('admin', formOf(bulkEmail));
  await page.getByRole('button', { name: 'Process Bulk Send', exact: true }).click();
  await expect(question(page)).toContainText('Are you sure you want to process this bulk email?');
  await question(page).getByRole('button', { name: 'Process Bulk Send' }).click();
  await expect(page.getByRole('status').getByText('Nobody receives them')).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(bulkForm(page).save).toHaveCount(0);
  await expect(page.getByText('Complete', { exact: true })).toBeVisible({ timeout: 20_000 });
  expect(await office.mailsTo(email, bulkEmail.subject)).toHaveLength(1);
});

test('a bulk email that is being sent shows its progress and can be paused, resumed and stopped', async ({
  page,
  office,
  enterAs,
}) => {
  const bulkEmail = await written(office);
  const token = await office.adminToken();
  const real = await office.ask(getBulkEmail, { params: { id: bulkEmail.id } }, token);
  const running = {
    ...real,
    bulkEmailStatusName: 'Processing',
    totalCount: 400,
    totalCountProcessed: 38,
    sentCount: 36,
    failedCount: 2,
    pendingCount: 362,
    processingUtc: real.createdUtc,
    lastSentUtc: real.createdUtc,
  };
  let now: object = running;
  await page.route('**/api/bulkemails/search', (route) =>
    route.fulfill({ json: { success: true, data: { results: [now], totalCount: 1 } } }),
  );
  const conduct = (name: string, then: object) =>
    page.route(`**/api/bulkemails/*/${name}`, (route) => {
      now = { ...now, ...then };
      return route.fulfill({ json: { success: true, data: now } });
    });
  await conduct('pause', { isPaused: true });
  await conduct('resume', { isPaused: false, totalCountProcessed: 80, pendingCount: 320 });
  await conduct('stop', { isStopped: true, bulkEmailStatusName: 'Complete' });
  await enterAs('admin', listWith(bulkEmail.subject));
  const row = listOn(page, 'Manage Bulk Emails').row(bulkEmail.subject);
  await expect(row.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '38');
  for (const words of ['Processing', '38 of 400', 'Last sent', '2 failed']) {
    await expect(row).toContainText(words);
  }
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await row.getByRole('button', { name: /^Pause/ }).click();
  await expect(row).toContainText('paused');
  await row.getByRole('button', { name: /^Resume/ }).click();
  await expect(row).toContainText('80 of 400');
  await expect(row.getByRole('status').filter({ hasText: '20 % processed' })).toHaveCount(1);
  now = { ...now, isHeld: true, heldReason: '20 failures in a row' };
  await expect(row).toContainText('held: 20 failures in a row');
  await page.reload();
  await expect(row.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '80');
  expect(await actionsOf(row)).toEqual(['View', 'Stop']);
  await choose(row, 'Stop');
  const sure = page.getByRole('alertdialog', { name: /^Stop/ });
  await expect(sure.getByRole('button', { name: 'No, cancel' })).toBeFocused();
  await expectStillAccessible(page);
  await sure.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(row).toContainText('stopped after 36 of 400');
  await expect(row.getByRole('progressbar')).toHaveCount(0);
  now = { ...now, bulkEmailStatusName: 'Lost' };
  await page.reload();
  await expect(row).toContainText('Unknown');
});

test('by keyboard alone a bulk email is processed once, and one without recipients is not processed @desktop-only @full', async ({
  page,
  office,
  enterAs,
}) => {
  const nobody = await written(office, { listName: 'Expired' });
  await openMembers(office).entered();
  const bulkEmail = await written(office);
  await enterAs('admin', listWith(nobody.subject));
  const list = listOn(page, 'Manage Bulk Emails');
  await list
    .row(nobody.subject)
    .getByRole('button', { name: /^Process/ })
    .press('Enter');
  await expect(page.getByRole('alert')).toContainText('This list has no recipients');

  await page.goto(listWith(bulkEmail.subject));
  await list
    .row(bulkEmail.subject)
    .getByRole('button', { name: /^Process/ })
    .focus();
  await page.keyboard.press('Enter');
  await expect(question(page).getByRole('button', { name: 'No, cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(list.row(bulkEmail.subject)).toContainText('Complete', { timeout: 20_000 });
  await list.row(bulkEmail.subject).getByRole('link', { name: /^View/ }).press('Enter');
  const title = `Bulk Email “${bulkEmail.subject}”`;
  await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeFocused();
  await expect(page).toHaveTitle(new RegExp(`^${title} ·`));
  await expect(page.getByRole('main')).toContainText(
    'has been processed and cannot be changed or deleted',
  );
  const frame = page.frameLocator('iframe');
  await expect(frame.getByText('the dam is full')).toBeVisible();
  await expectStillAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('link', { name: 'Show recipients' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^Recipients \(\d+\)$/ })).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: 'Kept here' }).first()).toBeVisible();
  await expectStillAccessible(page);
  await expectNoSidewaysScroll(page);
  await expect(page.getByRole('button', { name: 'Retry', exact: true })).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'Select all on this page' }).press('Space');
  await expect(page.getByText('None of these can be retried')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Retry', exact: true })).toHaveCount(0);
  await expectStillAccessible(page);
});

test('saving a bulk email that was processed in another window shows an error', async ({
  page,
  office,
  enterAs,
}) => {
  await openMembers(office).entered();
  const bulkEmail = await written(office);
  await enterAs('admin', formOf(bulkEmail));
  const form = bulkForm(page);
  await form.content.waitFor();
  await form.subject.fill('Something else');
  const token = await office.adminToken();
  await page.request.post(`/api/bulkemails/${bulkEmail.id}/process`, {
    headers: { authorization: `Bearer ${token}` },
  });
  await form.save.click();
  const { locked, lockedNow } = bulkEmailTexts;
  await expect(form.refused).toContainText(new RegExp(`${locked}|${lockedNow}`));
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('main')).toContainText(new RegExp(`${locked}|${lockedNow}`));
  await expect(page.getByRole('textbox')).toHaveCount(0);
});
