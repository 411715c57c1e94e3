import { kindsOfRecord, retentionTexts as texts } from '#contract/privacy/retention.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  withOwnServer,
} from '../fixtures/test.ts';

const test = withOwnServer();
const address = '/admin/retention';

test('on a phone the periods are set and saved without sideways scrolling', async ({
  page,
  enterAs,
}) => {
  await enterAs('admin', address);
  const mails = page.getByRole('group', { name: kindsOfRecord.mails.title });
  await expect(mails).toContainText(texts.due('mails', 0));
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await mails.getByLabel(texts.amount).fill('none');
  const save = page.getByRole('button', { name: texts.save, exact: true });
  await save.click();
  await expect(mails.getByLabel(texts.amount)).toHaveAccessibleDescription(texts.wrong);
  await mails.getByLabel(texts.amount).fill('3');
  await expect(mails).toContainText(texts.due('mails', 0));
  await save.click();
  await expect(page.getByText(texts.saved)).toBeVisible();
  await page.reload();
  await expect(mails.getByLabel(texts.amount)).toHaveValue('3');
  await expect(mails.getByLabel(texts.unit)).toHaveValue('years');
  await expectNoSidewaysScroll(page);
});

test('if the records cannot be counted, the page says so, and the periods can be saved', async ({
  page,
  enterAs,
}) => {
  test.slow();
  await page.route('**/api/retention/preview', (route) => route.abort());
  await enterAs('admin', address);
  await expect(page.getByText(texts.countFailed)).toBeVisible({ timeout: 30_000 });
  await expectAccessible(page);
  const mails = page.getByRole('group', { name: kindsOfRecord.mails.title });
  await mails.getByLabel(texts.amount).fill('4');
  await page.getByRole('button', { name: texts.save, exact: true }).click();
  const dialog = page.getByRole('alertdialog', { name: texts.askSave });
  await expect(dialog).toContainText(texts.askUncounted);
  await dialog.getByRole('button', { name: texts.confirm }).click();
  await expect(page.getByText(texts.saved)).toBeVisible();
  // Saving counts again. Only when that has failed, nothing else loads the numbers.
  await page.reload();
  await expect(page.getByText(texts.countFailed)).toBeVisible({ timeout: 30_000 });
  await page.unroute('**/api/retention/preview');
  await page.getByRole('button', { name: texts.countAgain }).click();
  await expect(mails).toContainText(texts.due('mails', 0));
});
