import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures/test.ts';

test('Help on a page opens its topic beside it, and the help is searched by words', async ({
  page,
  enterAs,
}) => {
  await enterAs('admin', '/admin/backups');
  const opening = page.waitForEvent('popup');
  await page.getByRole('link', { name: /^Help/ }).click();
  const help = await opening;
  const heading = (name: string) => help.getByRole('heading', { level: 1, name });
  await expect(heading('Look after the backups')).toBeVisible();
  await help.getByRole('link', { name: 'Restore everything from a backup' }).click();
  await expect(heading('Restore everything from a backup')).toBeFocused();
  await expect(help.getByText('Please restore our membership application')).toBeVisible();
  await expect(help.getByRole('button', { name: 'Copy the message' })).toBeVisible();
  await expectAccessible(help);
  await expectNoSidewaysScroll(help);

  await help.getByRole('link', { name: 'All topics' }).click();
  await expect(help.getByRole('region', { name: 'Money that came' })).toBeVisible();
  await expectAccessible(help);
  await help.getByRole('searchbox', { name: 'What do you want to do?' }).fill('spouse card twice');
  await expect(help.getByText('Nothing in the help has these words.')).toBeVisible();
  await help.getByRole('searchbox').fill('held emails');
  await help.getByRole('link', { name: 'The database was restored' }).click();
  await expect(heading('The database was restored')).toBeFocused();
  await help.goBack();
  await expect(help.getByRole('searchbox')).toHaveValue('held emails');
});
