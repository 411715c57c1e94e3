import type { Page } from '@playwright/test';
import { getDonation } from '#contract/donations/endpoints.ts';
import {
  kindsOfRecord,
  type RetentionKind,
  retentionTexts as texts,
} from '#contract/privacy/retention.ts';
import { makeTestDatabase } from '#test/support/database.ts';
import { openAdmin } from '../fixtures/administrator.ts';
import { startServerOn } from '../fixtures/running-server.ts';
import {
  administrator,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  test,
} from '../fixtures/test.ts';

const period = (page: Page, kind: RetentionKind) =>
  page.getByRole('group', { name: kindsOfRecord[kind].title });
const report = (page: Page) => page.getByRole('region', { name: texts.report });

async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill(administrator.email);
  await page.getByLabel('Password', { exact: true }).fill(administrator.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
}

test('the periods show what they would erase, are saved, and erase it in the next night @full', async ({
  page,
}) => {
  // Three servers one after the other, and two sign-ins.
  test.setTimeout(150_000);
  const database = await makeTestDatabase();
  let server = await startServerOn(database.url, { NOW: '2024-01-10T08:00:00Z' });
  const restartAt = async (now: string) => {
    await server.stop();
    server = await startServerOn(database.url, { NOW: now });
  };
  try {
    const { id } = await openAdmin(server).donated('EFT', 80);
    await restartAt('2027-03-09T08:00:00Z');
    await signIn(page, server.url);
    await page.goto(`${server.url}/admin/companyinfo/privacy`);
    await savePeriods(page);

    await restartAt('2027-03-10T08:00:00Z');
    const office = openAdmin(server);
    const token = await office.adminToken();
    const nameOf = async () => {
      const donation = await office.ask(getDonation, { params: { id } }, token);
      return 'firstName' in donation ? donation.firstName : null;
    };
    await expect.poll(nameOf, { timeout: 30_000 }).toBe('Erased');
    await signIn(page, server.url);
    await page.goto(`${server.url}/admin/retention`);
    await expect(report(page).getByRole('heading', { name: '10 Mar 2027' })).toBeVisible();
    await expect(report(page)).toContainText(`${kindsOfRecord.neverPaid.title}${texts.erased(1)}`);
    await expect(period(page, 'neverPaid').getByLabel(texts.amount)).toHaveValue('18');
    await expect(period(page, 'accounts').getByLabel(texts.amount)).toHaveValue('7');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
  } finally {
    await server.stop();
    await database.drop();
  }
});

async function savePeriods(page: Page): Promise<void> {
  const card = page.getByRole('region', { name: texts.title });
  await expect(card).toContainText(texts.notSaved);
  await card.getByRole('link', { name: texts.open }).click();
  await expect(page.getByRole('heading', { level: 1, name: texts.title })).toBeFocused();
  await expect(page.getByText(texts.notSaved)).toBeVisible();
  await expect(report(page)).toContainText(texts.reportEmpty);
  const unpaid = period(page, 'neverPaid');
  await expect(unpaid.getByLabel(texts.amount)).toHaveValue('1');
  await expect(unpaid.getByLabel(texts.unit)).toHaveValue('years');
  await expect(unpaid).toContainText(texts.due('neverPaid', 1));
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);

  // Four years would erase nothing, and neither would for ever.
  await unpaid.getByLabel(texts.amount).fill('4');
  await expect(unpaid).toContainText(texts.due('neverPaid', 0));
  await unpaid.getByLabel(texts.unit).selectOption('forEver');
  await expect(unpaid.getByRole('textbox')).toHaveCount(0);
  await expect(unpaid.getByRole('combobox')).toBeFocused();
  await unpaid.getByRole('combobox').selectOption('months');
  await unpaid.getByLabel(texts.amount).fill('18');
  await expect(unpaid).toContainText(texts.due('neverPaid', 1));

  const accounts = period(page, 'accounts').getByLabel(texts.amount);
  await accounts.fill('4');
  const save = page.getByRole('button', { name: texts.save, exact: true });
  await save.click();
  await expect(accounts).toHaveAccessibleDescription(texts.tooShort);
  await expect(page.getByRole('alert').first()).toBeFocused();
  await expectAccessible(page);
  await accounts.fill('7');
  await expect(unpaid).toContainText(texts.due('neverPaid', 1));
  await save.click();
  const dialog = page.getByRole('alertdialog', { name: texts.askSave });
  await expect(dialog).toContainText(kindsOfRecord.neverPaid.one);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: texts.cancel }).click();
  await expect(page.getByText(texts.notSaved)).toBeVisible();
  await save.click();
  await dialog.getByRole('button', { name: texts.confirm }).click();
  await expect(page.getByText(texts.saved)).toBeVisible();
  await expect(page.getByText(texts.savedAt('9 Mar 2027'))).toBeVisible();
  await expect(page.getByText(texts.notSaved)).toBeHidden();
  await expect(save).toBeFocused();
}
