import { saved } from '../fixtures/donors.ts';
import { openFilters } from '../fixtures/app-shell.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures/test.ts';
import { entered } from '../fixtures/users.ts';

const record = (email: string) => `/admin/security?${new URLSearchParams({ person: email })}`;

test('the security record shows who signed in, failed to and downloaded a list, with filters', async ({
  page,
  office,
  enterAs,
}) => {
  // A list without rows cannot be downloaded.
  await office.registered();
  const { email } = await entered(office);
  await expect(office.tokenOf(email, 'Wrong123')).rejects.toThrow(/401/);
  await expect(office.tokenOf(email, 'Wrong123')).rejects.toThrow(/401/);
  await office.tokenOf(email);
  await enterAs({ email }, '/admin/member');
  await saved(page, 'CSV');
  await page.goto(record(email));
  await expect(page.getByRole('heading', { level: 1, name: 'Security Record (3)' })).toBeVisible();
  const row = (text: string) => page.getByRole('row').filter({ hasText: text });
  await expect(row('Failed to sign in, 2 times')).toContainText(`Sipho Ndlovu, ${email}`);
  await expect(row('Signed in')).toContainText('127.0.0.1');
  await expect(row('Downloaded a list')).toContainText('members');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await openFilters(page);
  await page.getByLabel('What').selectOption('Failed to sign in');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Security Record (1)' })).toBeVisible();
  await openFilters(page);
  await page.getByLabel('To', { exact: true }).fill('2020-01-31');
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(page.getByText('No records found')).toBeVisible();
});
