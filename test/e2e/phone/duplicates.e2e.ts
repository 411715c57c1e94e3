import { duplicateTexts } from '#contract/duplicates/endpoints.ts';
import { mergeTexts } from '#contract/duplicates/merge.ts';
import { searchMembers } from '#contract/members/endpoints.ts';
import { pairOn, twins } from '../fixtures/duplicates.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  withOwnServer,
} from '../fixtures/test.ts';

// The members of other tests have the same names, and their pairs would come first.
const test = withOwnServer();

test('two members are compared and merged on a phone @full', async ({ page, office, enterAs }) => {
  test.slow();
  const { one, other } = await twins(office, 'Phonetwin', { zipCode: '7700' });
  await office.settle(one.invoiceId);
  await enterAs('admin', '/admin/duplicates');
  const pair = await pairOn(page, one, other);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await pair.getByRole('link', { name: duplicateTexts.merge }).click();
  const zip = page.getByRole('radiogroup', { name: 'Zip code' });
  await zip.getByRole('radio', { name: '7700' }).check();
  await expectNoSidewaysScroll(page);
  await expectAccessible(page);
  await page.getByRole('button', { name: mergeTexts.confirm, exact: true }).click();
  await page.getByRole('button', { name: mergeTexts.askConfirm }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thandi Phonetwin');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByLabel('Zip Code')).toHaveValue('7700');
  await expectNoSidewaysScroll(page);
});

test('two members who share no detail are compared by their numbers', async ({
  page,
  office,
  enterAs,
}) => {
  const numbers = [];
  for (const lastName of ['Before', 'After']) {
    const { email, invoiceId } = await office.registered({ lastName });
    await office.settle(invoiceId);
    const token = await office.adminToken();
    const { results } = await office.ask(searchMembers, { body: { email } }, token);
    numbers.push(results[0]?.membershipNumber ?? '');
  }
  await enterAs('admin', '/admin/duplicates');
  const first = page.getByLabel(duplicateTexts.firstNumber);
  const second = page.getByLabel(duplicateTexts.secondNumber);
  const compare = page.getByRole('button', { name: duplicateTexts.compare });
  await compare.click();
  await expect(first).toHaveAccessibleDescription(duplicateTexts.noNumber);
  await first.fill(numbers[0] ?? '');
  await second.fill('999999');
  await compare.click();
  await expect(page.getByText(duplicateTexts.noSuchNumber('999999'))).toBeVisible();
  await expectAccessible(page);
  await second.fill(String(Number(numbers[1])));
  await compare.click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(mergeTexts.title);
  await expect(page.getByRole('radiogroup', { name: 'Last name' })).toBeVisible();
});
