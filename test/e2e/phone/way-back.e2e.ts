import type { Page } from '@playwright/test';
import { addressOf, listOf, memberForm, openMembers } from '../fixtures/member-form.ts';
import { hold } from '../fixtures/network.ts';
import { openProfile } from '../fixtures/profile.ts';
import { expect, test } from '../fixtures/test.ts';

const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY));

test('Back to a long record reloads it and restores the scroll position', async ({
  page,
  office,
  enterAs,
}) => {
  const member = await openMembers(office).entered();
  await enterAs('admin', addressOf(member));
  const invoices = page.getByRole('link', { name: 'Invoices of Nomsa Mokoena' });
  await expect(invoices).toBeVisible();
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const place = await scrolled(page);
  expect(place).toBeGreaterThan(300);
  // Pressing by keyboard does not scroll the page.
  await invoices.evaluate((link: HTMLElement) => link.click());
  await expect(page.getByRole('heading', { level: 1, name: /^Manage Invoices/ })).toBeVisible();

  const reading = await hold(page, `**/api/members/${member.id}`, 'GET');
  await page.goBack();
  await expect(page.getByText('Loading…')).toBeVisible();
  expect(await scrolled(page)).toBeLessThan(place);
  reading.letGo();
  await expect.poll(() => scrolled(page)).toBe(place);

  // If the user scrolls after that, the position is not restored again.
  await page.mouse.wheel(0, -100);
  await expect.poll(() => scrolled(page)).toBeLessThan(place);
});

test('Back from "How to pay" restores the scroll position', async ({ page, office, enterAs }) => {
  const profile = openProfile(page);
  await enterAs(await office.registered(), profile.path);
  const howToPay = profile.membership.getByRole('link', { name: /^How to pay by bank transfer/ });
  await howToPay.scrollIntoViewIfNeeded();
  const place = await scrolled(page);
  await profile.optional('Phone').fill('013 555 0100');
  await page.evaluate((top) => scrollTo(0, top), place);
  await howToPay.press('Enter');
  await expect(profile.invoices.getByRole('heading', { level: 3 })).toBeInViewport();
  await expect.poll(() => scrolled(page)).toBeGreaterThan(place);
  await page.keyboard.press('Tab');
  await expect(profile.invoices.getByRole('button', { name: /^PDF of/ })).toBeFocused();

  await page.goBack();
  await expect.poll(() => scrolled(page)).toBe(place);
  await expect(page).toHaveURL(/\/member\/profile$/);
  // The user has not left the page, so the input is still there.
  await expect(profile.optional('Phone')).toHaveValue('013 555 0100');
});

test('if a save ends while "Leave without saving?" is open, the dialog closes', async ({
  page,
  office,
  enterAs,
}) => {
  const member = await openMembers(office).entered();
  await enterAs('admin', listOf(member));
  await page.getByRole('link', { name: 'Edit Nomsa Mokoena' }).click();
  const form = memberForm(page);
  await form.contact('Phone').fill('013 555 0100');
  const saving = await hold(page, `**/api/members/${member.id}`, 'PUT');
  await form.save.click();
  await page.goBack();
  const question = form.dialog('Leave without saving?');
  await expect(question).toBeVisible();
  saving.letGo();
  await expect(page.getByText('Member saved.')).toBeVisible();
  await expect(question).toHaveCount(0);
  await expect(form.heading('Nomsa Mokoena')).toBeVisible();

  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: /^Manage Members/ })).toBeVisible();
});

test('pressing Back twice quickly asks for confirmation, and then goes two pages back', async ({
  page,
  office,
  enterAs,
}) => {
  const member = await openMembers(office).entered();
  await enterAs('admin', addressOf(member));
  const form = memberForm(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page
    .getByRole('link', { name: /^Edit / })
    .first()
    .click();
  await form.contact('Phone').fill('013 555 0101');
  const address = page.url();
  const backTwice = () =>
    page.evaluate(() => {
      history.back();
      history.back();
    });
  const question = form.dialog('Leave without saving?');
  await backTwice();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page).toHaveURL(address);
  await expect(form.contact('Phone')).toHaveValue('013 555 0101');

  await backTwice();
  await question.getByRole('button', { name: 'Leave without saving' }).click();
  await expect(page).toHaveURL(addressOf(member));
  await expect(form.heading('Nomsa Mokoena')).toBeVisible();
  await expect(form.contact('Phone')).toHaveValue(member.phone);
});
