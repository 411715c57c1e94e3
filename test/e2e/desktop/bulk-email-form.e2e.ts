import { deleteBulkEmail, getBulkEmail, updateBulkEmail } from '#contract/bulk-emails/endpoints.ts';
import { bulkForm, formOf, listWith, newSubject, pdf, written } from '../fixtures/bulk-emails.ts';
import { listOn } from '../fixtures/donors.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStillAccessible,
  test,
} from '../fixtures/test.ts';
import { choose } from '../fixtures/row-actions.ts';

test('a bulk email with placeholders and an attachment can be saved, searched for and opened again', async ({
  page,
  office,
  enterAs,
}) => {
  test.slow();
  const form = bulkForm(page);
  const subject = newSubject('Open day');
  await enterAs('admin', '/admin/bulkemails');
  await page.getByRole('link', { name: 'Add New' }).first().click();
  await expect(form.heading('New Bulk Email')).toBeFocused();
  await expect(form.sendTo.locator('option:checked')).toHaveText('All members');
  await expect(page.getByText(/^\d+ recipients?\./)).toBeVisible();
  await form.content.waitFor();
  await form.save.click();
  await expect(form.summary.getByRole('link')).toHaveText([
    'Subject is required.',
    'Content is required.',
  ]);
  await form.summary.getByRole('link', { name: 'Content is required.' }).click();
  await expect(form.content).toBeFocused();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  await form.subject.fill(`${subject} for `);
  await form.insert('FirstName').click();
  await expect(form.subject).toHaveValue(`${subject} for {{FirstName}}`);
  await expect(form.subject).toBeFocused();
  await form.title.fill('Come and see');
  await form.content.click();
  await page.keyboard.type('Dear ');
  await form.insert('FirstName').click();
  await page.keyboard.type(', you are {{Nickname}} to us.');
  await expect(form.unknown).toContainText('{{Nickname}}');
  await form.save.click();
  await expect(form.summary).toContainText('This list cannot fill {{Nickname}}.');
  await form.content.press('Control+End');
  for (let letters = '{{Nickname}} to us.'.length; letters > 0; letters -= 1) {
    await page.keyboard.press('Backspace');
  }
  await page.keyboard.type('welcome.');
  await expect(form.unknown).toHaveCount(0);

  await form.file.setInputFiles(pdf());
  await expect(page.getByRole('button', { name: 'programme.pdf', exact: true })).toBeVisible();
  await expect(page.getByText('2 KB')).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await form.save.click();
  await expect(page.getByText('Bulk email added.')).toBeVisible();
  await expect(form.save).toHaveText('Save');
  await form.cancel.click();

  const list = listOn(page, 'Manage Bulk Emails');
  await list.searchFor('Subject', subject.toUpperCase());
  await expect(list.heading(1)).toBeVisible();
  const row = list.row(subject);
  for (const words of ['All members', 'Pending', 'Dear (first name), you are welcome.']) {
    await expect(row).toContainText(words);
  }
  await expect(row.getByText('Pending...')).toHaveCount(1);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await choose(row, 'Edit');
  await expect(form.content).toContainText('Dear');
  await expect(form.content.locator('.mail-placeholder')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'programme.pdf', exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Remove programme.pdf' }).click();
  await form.save.click();
  await expect(page.getByText('Bulk email saved.')).toBeVisible();
  await form.cancel.click();
  const id = await row.getAttribute('data-row');
  const token = await office.adminToken();
  const saved = await office.ask(getBulkEmail, { params: { id: id ?? '' } }, token);
  expect(saved.attachmentPath).toBeNull();
  expect(saved.content).toBe('<p>Dear {{FirstName}}, you are welcome.</p>');
});

test('pasted text keeps only safe formats, and links may only lead to web pages', async ({
  page,
  office,
  enterAs,
}) => {
  const form = bulkForm(page);
  const bulkEmail = await written(office, { content: '<p>Hello</p>' });
  const ran: string[] = [];
  page.on('dialog', (dialog) => {
    ran.push(dialog.message());
    void dialog.dismiss();
  });
  await enterAs('admin', formOf(bulkEmail));
  await form.content.click();
  await page.keyboard.press('Control+End');
  await page.evaluate(() => {
    const html = [
      '<b>bold</b><img src=x onerror="alert(1)"><script>alert(2)</script>',
      '<a href="javascript:alert(3)">trap</a><iframe src="https://example.org"></iframe>',
      '<svg onload="alert(4)"></svg><p style="color:red" onclick="alert(5)">plain {{LastName}}</p>',
    ].join('');
    const data = new DataTransfer();
    data.setData('text/html', html);
    const init = { clipboardData: data, bubbles: true, cancelable: true };
    document.activeElement?.dispatchEvent(new ClipboardEvent('paste', init));
  });
  await expect(form.content).toContainText('plain');
  await expect(form.content.locator('img, script, iframe, svg, [style], [onclick]')).toHaveCount(0);
  await expect(form.content.locator('a[href^="javascript"]')).toHaveCount(0);
  await expect(form.content.locator('.mail-placeholder')).toHaveText(/{{LastName}}/);

  await form.tool('Link').click();
  const dialog = page.getByRole('dialog', { name: 'Add a link' });
  await dialog.getByLabel('Address').fill('javascript:alert(6)');
  await dialog.getByRole('button', { name: 'Save link' }).click();
  await expect(dialog).toContainText('Please enter a web address such as https://example.org');
  await expectAccessible(page);
  await dialog.getByLabel('Address').fill('www.example.org/dam');
  await dialog.getByLabel('Text').fill('The dam');
  await dialog.getByRole('button', { name: 'Save link' }).click();
  const link = form.content.getByRole('link', { name: 'The dam' });
  await expect(link).toHaveAttribute('href', 'https://www.example.org/dam');
  await form.save.click();
  await expect(page.getByText('Bulk email saved.')).toBeVisible();
  const input = { params: { id: bulkEmail.id } };
  const { content } = await office.ask(getBulkEmail, input, await office.adminToken());
  expect(content).toContain('<strong>bold</strong>');
  expect(content).toContain('<a href="https://www.example.org/dam">The dam</a>');
  expect(content).not.toMatch(/javascript|onerror|onclick|script|style|\uFEFF/);
  expect(ran).toEqual([]);
});

test('the keyboard alone reaches the toolbar and the text, and leaves the text again', async ({
  page,
  enterAs,
}) => {
  const form = bulkForm(page);
  const subject = newSubject('By keys');
  await enterAs('admin', '/admin/bulkemails/new');
  await form.content.waitFor();
  await form.subject.focus();
  await page.keyboard.type(subject);
  await page.keyboard.press('Tab');
  await expect(form.title).toBeFocused();
  const chips = await page
    .getByRole('group', { name: 'Replacement values' })
    .getByRole('button')
    .count();
  for (let tabs = 0; tabs <= chips; tabs += 1) await page.keyboard.press('Tab');
  await expect(form.tool('Bold')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(form.tool('Italic')).toBeFocused();
  await page.keyboard.press('End');
  await expect(form.tool('Remove formatting')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(form.content).toBeFocused();
  await page.keyboard.press('Control+b');
  await page.keyboard.type('Strong');
  await expect(form.content.locator('strong')).toHaveText('Strong');
  await page.keyboard.press('Shift+Tab');
  await expect(form.tool('Remove formatting')).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(form.file).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(form.cancel).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Bulk email added.')).toBeVisible();
});

test('a draft survives a reload, and a change by another administrator is not overwritten silently', async ({
  page,
  office,
  enterAs,
}) => {
  const form = bulkForm(page);
  const bulkEmail = await written(office);
  page.on('dialog', (dialog) => void dialog.accept());
  await enterAs('admin', formOf(bulkEmail));
  await form.content.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.type(' Bring a hat.');
  await expect(page.getByText('Draft saved on this device')).toBeVisible();
  const token = await office.adminToken();
  const change = { params: { id: bulkEmail.id }, body: { title: 'From elsewhere' } };
  await office.ask(updateBulkEmail, change, token);
  await page.reload();
  await expect(page.getByText('Your unsaved draft has been restored.')).toBeVisible();
  await expect(form.content).toContainText('Bring a hat.');
  await expect(form.title).toHaveValue('From elsewhere');
  await expectStillAccessible(page);
  await form.save.click();
  await expect(form.refused).toContainText('Reload to see the latest version.');
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(form.refused).toHaveCount(0);
  await expect(form.content).toContainText('Bring a hat.');
  await form.save.click();
  await expect(page.getByText('Bulk email saved.')).toBeVisible();
  await page.goto(formOf(bulkEmail));
  await expect(form.content).toContainText('Bring a hat.');
  await expect(page.getByText('Your unsaved draft')).toHaveCount(0);

  await form.subject.fill('Never mind');
  await page.reload();
  await expect(form.subject).toHaveValue('Never mind');
  await page.getByRole('button', { name: 'Discard draft' }).click();
  await expect(form.subject).toHaveValue(bulkEmail.subject);
  await form.subject.fill('Never mind');
  await form.cancel.click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(listOn(page, 'Manage Bulk Emails').rows.first()).toBeVisible();
  await page.goto(formOf(bulkEmail));
  await expect(form.subject).toHaveValue(bulkEmail.subject);
  await office.ask(deleteBulkEmail, { params: { id: bulkEmail.id } }, token);
});

test('if the mailing lists cannot be loaded, the form says so and loads them on retry', async ({
  page,
  enterAs,
}) => {
  const form = bulkForm(page);
  const lists = '**/api/communication/lists';
  await page.route(lists, (route) => route.fulfill({ status: 503, json: { success: false } }));
  await enterAs('admin', '/admin/bulkemails/new');
  await expect(page.getByRole('alert')).toContainText('Failed to fetch communication lists');
  await page.unroute(lists);
  await page.route(lists, (route) => route.abort());
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('alert')).toContainText('Error fetching communication lists');
  await expectStillAccessible(page);
  await page.unroute(lists);
  await page.getByRole('button', { name: 'Try again' }).click();
  await form.content.waitFor();
});

test('a refused file shows the reason, and the next file is accepted', async ({
  page,
  enterAs,
}) => {
  test.slow();
  const form = bulkForm(page);
  await enterAs('admin', '/admin/bulkemails/new');
  const refused = page.getByText('Bad Request: Invalid file or missing parameters.');
  await form.file.setInputFiles({ ...pdf('run.exe'), buffer: Buffer.from('MZ a program') });
  await expect(refused).toContainText('Please choose a PDF');
  await expectAccessible(page);
  await form.file.setInputFiles(pdf('large.pdf', 11 * 1024 * 1024));
  await expect(refused).toContainText('An attachment is at most 10 MB.');
  const uploads = '**/api/bulkemails/attachments/upload*';
  const failed = 'An error occurred while uploading the file.';
  await page.route(uploads, (route) =>
    route.fulfill({ status: 500, json: { success: false, message: failed } }),
  );
  await form.file.setInputFiles(pdf());
  await expect(page.getByText(failed)).toBeVisible();
  await page.unroute(uploads);
  await page.route(uploads, (route) => route.abort());
  await form.file.setInputFiles(pdf('again.pdf'));
  await expect(page.getByText(failed)).toContainText('cannot be reached');
  await page.unroute(uploads);
  await form.file.setInputFiles(pdf('at-last.pdf'));
  await expect(page.getByRole('button', { name: 'at-last.pdf', exact: true })).toBeVisible();
});

test('a bulk email can be saved without the file that was refused', async ({ page, enterAs }) => {
  const form = bulkForm(page);
  await enterAs('admin', '/admin/bulkemails/new');
  await form.content.waitFor();
  await form.subject.fill(newSubject('Open day'));
  await form.content.click();
  await page.keyboard.type('Come and see.');
  await form.file.setInputFiles(pdf('large.pdf', 11 * 1024 * 1024));
  await expect(page.getByText('An attachment is at most 10 MB.')).toBeVisible();
  await form.save.click();
  await expect(page.getByText('Bulk email added.')).toBeVisible();
});

test('a bulk email is deleted after a confirmation, and a missing one shows an error', async ({
  page,
  office,
  enterAs,
}) => {
  const bulkEmail = await written(office, {
    listName: 'Donors',
    content: `<p>${'Dam '.repeat(40)}</p>`,
  });
  await enterAs('admin', listWith(bulkEmail.subject));
  const list = listOn(page, 'Manage Bulk Emails');
  await expect(list.row(bulkEmail.subject)).toContainText(`${'Dam '.repeat(13).slice(0, 50)}...`);
  await choose(list.row(bulkEmail.subject), 'Delete');
  const question = page.getByRole('alertdialog', { name: 'Confirm Deletion' });
  await expect(question).toContainText(bulkEmail.subject);
  await question.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(page.getByText('No records found')).toBeVisible();
  await page.goto(formOf(bulkEmail));
  await expect(page.getByRole('alert')).toContainText('This bulk email does not exist.');
});
