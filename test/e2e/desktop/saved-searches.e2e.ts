import { deleteSavedSearch, updateSavedSearch } from '#contract/saved-searches/endpoints.ts';
import { bulkForm, newSubject } from '../fixtures/bulk-emails.ts';
import { listOn } from '../fixtures/donors.ts';
import { newName, savedByOffice, savedOn } from '../fixtures/saved-searches.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStillAccessible,
  test,
} from '../fixtures/test.ts';
import { entered } from '../fixtures/users.ts';

const title = 'Manage Members';
let families = 0;
const newLastName = () => `Saving ${(families += 1)}${Date.now().toString(36)}`;

test('a search is saved, opened again with its filters and order, and changed', async ({
  page,
  office,
  enterAs,
}) => {
  test.slow();
  const [lastName, name] = [newLastName(), newName()];
  await office.registered({ firstName: 'Anele', lastName });
  await office.registered({ firstName: 'Zanele', lastName });
  const list = listOn(page, title);
  const saved = savedOn(page);
  await enterAs('admin', '/admin/member');
  await saved.button.click();
  await expect(saved.dialog).toContainText('Search, filter or sort the list first.');
  await expect(saved.saveThis).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(saved.button).toBeFocused();

  await page.goto(`/admin/member?${new URLSearchParams({ lastName })}&sort=-LastName`);
  await expect(list.heading(2)).toBeVisible();
  await saved.button.click();
  await saved.saveThis.click();
  await expect(saved.name).toBeFocused();
  await saved.save.click();
  await expect(saved.dialog).toContainText('Please enter a name.');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await saved.name.fill(name);
  await saved.save.click();
  await expect(page.getByText('Search saved.')).toBeVisible();
  await expect(saved.current).toHaveText(`Saved search: ${name}`);

  await page.goto('/admin/member');
  await saved.button.click();
  await expect(saved.dialog).toContainText('Only for you');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await saved.choose(name).click();
  await expect(list.heading(2)).toBeVisible();
  await expect(saved.current).toHaveText(`Saved search: ${name}`);
  await expect(saved.button).toBeFocused();
  await expect(page).toHaveURL(/saved=.*sort=-LastName.*lastName=/);
  await expectStillAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.reload();
  await expect(list.heading(2)).toBeVisible();

  // With other words it is another search, until it is saved again.
  await list.searchBox.fill('zanele');
  await list.searchBox.press('Enter');
  await expect(list.heading(1)).toBeVisible();
  await expect(saved.current).toHaveText(`Saved search: ${name}, changed`);
  await page.goBack();
  await expect(saved.current).toHaveText(`Saved search: ${name}`);
  await page.goForward();
  await expect(list.heading(1)).toBeVisible();
  await saved.button.click();
  await saved.change(name).click();
  await saved.replace.check();
  await expectStillAccessible(page);
  await expectNoSidewaysScroll(page);
  await saved.save.click();
  await expect(page.getByText('Saved search changed.')).toBeVisible();
  await expect(saved.current).toHaveText(`Saved search: ${name}`);
  await list.button('Filters (1)').click();
  if (!(await list.button('Clear Search').isVisible())) await list.button('Filters (1)').click();
  await list.button('Clear Search').click();
  await expect(saved.current).toHaveText(`Saved search: ${name}, changed`);

  await saved.button.click();
  await saved.change(name).click();
  await saved.remove.click();
  await page.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(page.getByText('Saved search deleted.')).toBeVisible();
  await expect(saved.current).toHaveCount(0);
});

test('a shared search is used by another administrator, from the list and by its link', async ({
  page,
  context,
  office,
  enterAs,
}) => {
  test.slow();
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const [lastName, name] = [newLastName(), newName()];
  await office.registered({ lastName });
  const list = listOn(page, title);
  const saved = savedOn(page);
  await enterAs('admin', `/admin/member?${new URLSearchParams({ lastName })}`);
  await saved.button.click();
  await saved.saveThis.click();
  await saved.name.fill(name);
  await saved.save.click();
  await expect(saved.current).toHaveText(`Saved search: ${name}`);
  const own = new URL(page.url()).searchParams.get('saved') ?? '';

  const sipho = await entered(office);
  await enterAs(sipho, `/admin/member?saved=${own}`);
  await expect(page.getByText('This saved search does not exist')).toBeVisible();
  await expect(list.rows).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Show the whole list' }).click();
  await expect(list.rows.first()).toBeVisible();
  await saved.button.click();
  await expect(saved.choose(name)).toHaveCount(0);

  await enterAs('admin', '/admin/member');
  await saved.button.click();
  await saved.change(name).click();
  await saved.forEverybody.check();
  await saved.save.click();
  await expect(page.getByText('Saved search changed.')).toBeVisible();
  await saved.button.click();
  await saved.change(name).click();
  await saved.dialog.getByRole('button', { name: /^Copy/ }).click();
  await expect(saved.dialog.getByRole('button', { name: /^Copied/ })).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());

  await enterAs(sipho, link);
  await expect(list.heading(1)).toBeVisible();
  await expect(saved.current).toHaveText(`Saved search: ${name}`);
  await expect(page).toHaveURL(/saved=.*lastName=/);
  await saved.button.click();
  await expect(saved.dialog).toContainText('Saved by');
  await saved.change(name).click();
  await expect(saved.forEverybody).toHaveCount(0);
  await saved.name.fill(`${name} again`);
  await saved.save.click();
  await expect(saved.current).toHaveText(`Saved search: ${name} again`);
});

test('a name in use, a change by another administrator and a lost search are explained', async ({
  page,
  office,
  enterAs,
}) => {
  const first = await savedByOffice(office);
  const second = await savedByOffice(office);
  const saved = savedOn(page);
  await enterAs('admin', '/admin/member');
  await saved.button.click();
  await saved.change(first.name).click();
  await saved.name.fill(second.name.toUpperCase());
  await saved.save.click();
  await expect(saved.dialog).toContainText('Another search for everybody has this name');
  await expect(saved.name).toHaveValue(second.name.toUpperCase());
  await expectAccessible(page);
  const token = await office.adminToken();
  const renamed = { params: { id: first.id }, body: { name: newName() } };
  await office.ask(updateSavedSearch, renamed, token);
  await saved.name.fill(newName());
  await saved.save.click();
  await expect(saved.dialog).toContainText('This search was changed by someone else.');
  const gone = { params: { id: first.id } };
  await office.ask(deleteSavedSearch, gone, token);
  await saved.name.fill('Another name');
  await saved.save.click();
  await expect(saved.dialog).toContainText('This saved search does not exist');
  await page.keyboard.press('Escape');
  await expect(saved.button).toBeFocused();
});

test('a bulk email goes to the members of a saved search, which then cannot be deleted @full', async ({
  page,
  office,
  enterAs,
}) => {
  test.slow();
  const [lastName, subject] = [newLastName(), newSubject('Crane day')];
  const { email } = await office.registered({ firstName: 'Nomsa', lastName });
  await office.registered({ firstName: 'Pieter', lastName: newLastName() });
  const search = await savedByOffice(office, { search: { lastName } });
  const form = bulkForm(page);
  await enterAs('admin', '/admin/bulkemails/new');
  await form.content.waitFor();
  await form.sendTo.selectOption(`Members: ${search.name}`);
  await form.subject.fill(subject);
  await form.content.click();
  await page.keyboard.type('The cranes are back.');
  await expectAccessible(page);
  await form.save.click();
  await expect(page.getByText('Bulk email added.')).toBeVisible();

  const saved = savedOn(page);
  await page.goto('/admin/member');
  await saved.button.click();
  await saved.change(search.name).click();
  await saved.remove.click();
  await page.getByRole('button', { name: 'Yes, delete it' }).click();
  await expect(saved.dialog).toContainText(
    `The bulk email “${subject}” will be sent to this search`,
  );

  await page.goto(`/admin/bulkemails?${new URLSearchParams({ subject })}`);
  const row = listOn(page, 'Manage Bulk Emails').row(subject);
  await expect(row).toContainText(`Members: ${search.name}`);
  await row.getByRole('button', { name: /^Process Bulk Send/ }).click();
  const question = page.getByRole('alertdialog', { name: 'Process Bulk Send' });
  await expect(question).toContainText(`Members: ${search.name}`);
  await expect(question).toContainText('Will receive it1');
  await question.getByRole('button', { name: 'Process Bulk Send' }).click();
  await expect(row).toContainText('Complete', { timeout: 20_000 });
  expect(await office.mailsTo(email, subject)).toHaveLength(1);
});

test('every list with filters has saved searches', async ({ page, enterAs }) => {
  test.slow();
  await enterAs('admin', '/admin/member');
  for (const address of [
    '/admin/member',
    '/admin/invoice',
    '/admin/donations',
    '/admin/bulkemails',
    '/admin/users',
    '/admin/maillog',
    '/admin/unsubscribed',
    '/admin/cardnotifications',
    '/admin/audit',
    '/admin/security',
  ]) {
    await page.goto(address);
    const saved = savedOn(page);
    await saved.button.click();
    await expect(saved.dialog).toContainText('Search, filter or sort the list first.');
  }
});
