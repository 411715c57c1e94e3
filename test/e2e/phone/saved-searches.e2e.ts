import { listOn } from '../fixtures/donors.ts';
import { savedByOffice, savedOn } from '../fixtures/saved-searches.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures/test.ts';

test('a shared search with a long name is opened and renamed on a phone @phone-only @full', async ({
  page,
  office,
  enterAs,
}) => {
  const lastName = `Phone ${Date.now().toString(36)}`;
  await office.registered({ lastName });
  const { name } = await savedByOffice(office, { search: { lastName } });
  const list = listOn(page, 'Manage Members');
  const saved = savedOn(page);
  await enterAs('admin', '/admin/member');
  await saved.button.tap();
  await saved.choose(name).tap();
  await expect(list.heading(1)).toBeVisible();
  await expect(saved.current).toHaveText(`Saved search: ${name}`);
  await expect(list.rows.first()).toBeInViewport();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  const long = `${name} ${'Soutpansberg'.repeat(5)}`.slice(0, 60);
  await saved.button.tap();
  await saved.change(name).tap();
  await saved.name.fill(long);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await saved.save.tap();
  await expect(saved.current).toHaveText(`Saved search: ${long}`);
  await saved.button.tap();
  await expect(saved.choose(long)).toBeVisible();
  await expectNoSidewaysScroll(page);
});
