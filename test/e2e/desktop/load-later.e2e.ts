import { addressOf, memberForm, openMembers } from '../fixtures/member-form.ts';
import { expect, test } from '../fixtures/test.ts';

/** Whatever is not loaded yet. */
const code = '**/assets/*.js';

test('a part whose code cannot be loaded says so, and is loaded on Try again without losing the focus', async ({
  page,
  office,
  enterAs,
}) => {
  const person = await office.registered({ lastName: 'Later' });
  const member = await openMembers(office).withEmail(person.email);
  await enterAs('admin', addressOf(member));
  await expect(memberForm(page).heading('Thandi Later')).toBeVisible();
  await page.waitForLoadState('networkidle');
  await page.route(code, (route) => route.abort());
  await page.getByText('History', { exact: true }).click();
  const failure = page.getByRole('alert').filter({ hasText: 'check your connection' });
  await expect(failure).toContainText('try again');
  const again = page.getByRole('button', { name: 'Try again' });
  await again.click();
  await expect(failure).toContainText('reload the page');
  await expect(again).toBeFocused();

  await page.unroute(code);
  await again.click();
  await expect(failure).toBeHidden();
  await expect(page.getByRole('main')).toContainText('No administrator has changed this yet.');
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
});
