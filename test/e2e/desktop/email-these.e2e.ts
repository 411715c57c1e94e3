import { bulkForm, newSubject } from '../fixtures/bulk-emails.ts';
import { openFilters, openMenu } from '../fixtures/app-shell.ts';
import { listOn } from '../fixtures/donors.ts';
import { openMembers } from '../fixtures/member-form.ts';
import { savedByOffice } from '../fixtures/saved-searches.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures/test.ts';
import { entered } from '../fixtures/users.ts';

let families = 0;
const newLastName = () => `Karoo ${(families += 1)}${Date.now().toString(36)}`;

/**
 * Eight clicks from the dashboard to the question of Process Bulk Send: Members, Filters, the province, Search,
 * Email these, Save and write the email, Create, Process Bulk Send. A phone needs one more for the menu. The last
 * name keeps the members of other tests out.
 */
test('a newsletter goes to the members of a province in eight clicks @both', async ({
  page,
  office,
  enterAs,
  isMobile,
}) => {
  test.slow();
  const lastName = newLastName();
  const members = openMembers(office);
  await members.entered({ firstName: 'Ayanda', lastName, zipCode: '8301' });
  const gone = await members.entered({ firstName: 'Bheki', lastName, zipCode: '8301' });
  const memberStatusID = await members.statusId('Deactivated');
  await members.change(gone, { memberStatusID, deactivatedReason: 'Moved abroad' });
  await members.entered({ firstName: 'Cebo', lastName, zipCode: '0699' });
  if (!isMobile) await page.setViewportSize({ width: 1366, height: 650 });
  const list = listOn(page, 'Manage Members');
  const form = bulkForm(page);
  await enterAs('admin', '/admin/dashboard');

  await openMenu(page);
  const menu = page.getByRole('navigation', { name: 'Menu' }).filter({ visible: true });
  await menu.getByRole('link', { name: 'Members', exact: true }).click();
  await openFilters(page);
  await expect(list.button('Email these')).toHaveCount(0);
  await page.getByLabel('Last name').fill(lastName);
  await page.getByLabel('Province').selectOption('Northern Cape');
  await list.button('Search').click();
  await expect(list.heading(2)).toBeVisible();
  await expectNoSidewaysScroll(page);
  await expect(list.button('Email these')).toBeInViewport();
  if (!isMobile) {
    const parts = [
      list.searchBox,
      list.button('Email these'),
      page.getByRole('link', { name: 'Add New' }),
    ];
    const tops = await Promise.all(parts.map(async (part) => (await part.boundingBox())?.y));
    expect(new Set(tops).size, tops.join()).toBe(1);
  }
  await list.button('Email these').click();
  const dialog = page.getByRole('dialog', { name: 'Email these' });
  await expect(dialog).toContainText(`Last name: ${lastName} · Province: Northern Cape`);
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue(
    `Last name ${lastName}, Province Northern Cape`,
  );
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Save and write the email' }).click();

  await expect(form.heading('New Bulk Email')).toBeVisible();
  const name = `Members: Last name ${lastName}, Province Northern Cape`;
  await expect(form.sendTo.locator('option:checked')).toHaveText(name);
  const count = page.getByText('1 recipient. Left out: 1 deactivated.');
  await expect(count).toBeInViewport();
  await expectNoSidewaysScroll(page);
  await form.subject.fill(newSubject());
  await form.content.click();
  await page.keyboard.type('The flowers are out.');
  await form.save.click();
  await expect(page.getByText('Bulk email added.')).toBeVisible();
  await list.button('Process Bulk Send').click();
  const question = page.getByRole('alertdialog', { name: 'Process Bulk Send' });
  await expect(question).toContainText(name);
  await expect(question).toContainText('Will receive it1');
});

test('a search that is saved for everybody is used as it is, and an email to one that is gone goes to nobody', async ({
  page,
  office,
  enterAs,
}) => {
  const lastName = newLastName();
  await openMembers(office).entered({ lastName });
  const { name } = await savedByOffice(office, { search: { lastName } });
  const list = listOn(page, 'Manage Members');
  const form = bulkForm(page);
  await enterAs('admin', `/admin/member?${new URLSearchParams({ lastName })}&sort=-LastName`);
  await list.button('Email these').click();
  await expect(form.sendTo.locator('option:checked')).toHaveText(`Members: ${name}`);
  await expect(page.getByText('1 recipient.')).toBeVisible();

  await page.goto(`/admin/bulkemails/new?sendTo=${crypto.randomUUID()}`);
  await expect(page.getByText('The saved search was deleted.')).toBeVisible();
  await form.subject.fill(newSubject());
  await form.content.click();
  await page.keyboard.type('The flowers are out.');
  await form.save.click();
  await expect(form.summary).toContainText('Please choose a communication list.');
});

test('only who may write bulk emails is offered to email the members of a search', async ({
  page,
  office,
  enterAs,
}) => {
  const lastName = newLastName();
  await openMembers(office).entered({ lastName });
  const address = `/admin/member?${new URLSearchParams({ lastName })}`;
  const list = listOn(page, 'Manage Members');
  for (const [role, count] of [
    ['Communications', 1],
    ['Auditor', 0],
  ] as const) {
    await enterAs(await entered(office, { roles: [role] }), address);
    await expect(list.heading(1)).toBeVisible();
    await expect(list.button('Email these')).toHaveCount(count);
  }
  await enterAs('admin', `${address}&isArchived=archived`);
  await expect(list.heading(0)).toBeVisible();
  await expect(list.button('Email these')).toHaveCount(0);
});
