import type { Page } from '@playwright/test';
import { createRelative, deleteRelative, searchRelatives } from '#contract/members/relatives.ts';
import { makeTestDatabase } from '#test/support/database.ts';
import { addressOf, memberForm, openMembers, ownName } from '../fixtures/member-form.ts';
import { openAdmin } from '../fixtures/administrator.ts';
import { startServerOn } from '../fixtures/running-server.ts';
import {
  administrator,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStillAccessible,
  password,
  test,
} from '../fixtures/test.ts';

const saved = 'Member saved.';
const family = { label: 'FAMILY MAX 4 up to 18 yrs, R950.00' };
const individual = { label: 'Individual, R450.00' };

async function fillSipho(page: Page, email: string): Promise<string> {
  const form = memberForm(page);
  const lastName = ownName('Mokoena');
  await form.type.selectOption(family);
  await form.person('First name').fill('Sipho');
  await form.person('Last name').fill(lastName);
  await form.contact('Email').fill(email);
  return lastName;
}

test('a family has at most four relatives up to 18 years, each with names and an email', async ({
  page,
  enterAs,
}) => {
  await enterAs('admin', '/admin/member/new');
  const form = memberForm(page);
  await expect(form.section('Relatives')).toHaveCount(0);
  await form.type.selectOption(family);
  await expect(form.section('Relatives')).toContainText('No relatives added');
  await form.person('First name').fill('Sipho');
  await form.person('Last name').fill('Mokoena');
  await form.contact('Email').fill('sipho@example.org');
  await form.add.click();
  await form.create.click();
  await expect(form.summary.getByRole('link')).toHaveText([
    'First name is required.',
    'Last name is required.',
    'Email is required.',
  ]);
  for (const place of [2, 3, 4]) await form.addRelative(place, `Child ${place}`);
  await expect(page.getByText('Maximum of 4 relatives allowed.')).toBeVisible();
  await expect(form.add).toHaveCount(0);
  await form.relative(4).getByLabel('Date of birth').fill('2000-01-01');
  await form.create.click();
  await expect(form.summary).toContainText('Relatives must be up to 18 years.');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('one save adds, changes and removes relatives', async ({ page, office, enterAs }) => {
  const members = openMembers(office);
  const member = await members.enteredFamily('Lerato', 'Neo', 'Palesa');
  await enterAs('admin', addressOf(member));
  const form = memberForm(page);
  await expect(form.section('Relatives')).toContainText('3 of 4 relatives');
  await form.relative(2).getByRole('button', { name: 'Remove relative 2' }).click();
  await form.relative(1).getByLabel('First name').fill('Lerato Anne');
  await form.addRelative(3, 'Tumelo');
  const consent = form.relative(2).getByLabel(/^A parent or guardian agrees/);
  await expect(form.relative(2)).toContainText('Consent not recorded');
  await consent.check();
  await form.save.dblclick();
  await expect(page.getByText(saved)).toBeVisible();
  expect((await members.relativesOf(member)).toSorted()).toEqual([
    'Lerato Anne',
    'Palesa',
    'Tumelo',
  ]);
  await page.goto(addressOf(member));
  await expect(form.relative(2)).not.toContainText('Consent not recorded');
  await expect(consent).toBeChecked();
});

test('a relative who is not restored is deleted with the save', async ({
  page,
  office,
  enterAs,
}) => {
  const members = openMembers(office);
  const member = await members.enteredFamily('Lerato');
  await enterAs('admin', addressOf(member));
  const form = memberForm(page);
  await form.type.selectOption(individual);
  await page.getByRole('button', { name: 'Clear relatives' }).click();
  await form.type.selectOption(family);
  const restore = form.dialog('Restore Relatives?');
  await expect(restore).toContainText(
    'Relatives that you do not restore are deleted when you save.',
  );
  await restore.getByRole('button', { name: 'Leave them out' }).click();
  await form.save.click();
  await expect(page.getByText(saved)).toBeVisible();
  expect(await members.relativesOf(member)).toEqual([]);
});

test('if one relative is refused, the others are saved, and saving again does not add them twice', async ({
  page,
  office,
  enterAs,
}) => {
  const members = openMembers(office);
  const member = await members.enteredFamily('Lerato', 'Neo');
  await enterAs('admin', addressOf(member));
  const form = memberForm(page);
  await expect(form.relative(2)).toBeVisible();
  // Another administrator adds a relative, so the family is full before this form is saved.
  const other = { firstName: 'Ayanda', lastName: 'Mokoena', email: 'family@example.org' };
  const body = { ...other, mainMemberId: member.id };
  await office.ask(createRelative, { body }, await office.adminToken());
  await form.contact('Phone').fill('013 555 0100');
  await form.relative(1).getByLabel('Last name').fill('Zulu');
  await form.addRelative(3, 'Palesa');
  await form.addRelative(4, 'Tumelo');
  await form.save.click();
  const problem = page.getByRole('alert').filter({ hasText: 'The member was saved' });
  await expect(problem).toContainText('Tumelo Mokoena: Maximum of 4 relatives allowed.');
  await expect(problem).not.toContainText('Palesa');
  await expect(form.relative(4).getByLabel('First name')).toHaveValue('Tumelo');
  await expect(form.relative(5).getByLabel('First name')).toHaveValue('Ayanda');
  await expectStillAccessible(page);

  await form.relative(5).getByRole('button', { name: 'Remove relative 5' }).click();
  await form.save.click();
  await expect(page.getByText(saved)).toBeVisible();
  const names = await members.relativesOf(member);
  expect(names.toSorted()).toEqual(['Lerato', 'Neo', 'Palesa', 'Tumelo']);
});

test('if the relatives of a new member are not saved, saving again adds the member and each relative once', async ({
  page,
  office,
  enterAs,
}) => {
  const members = openMembers(office);
  const email = office.newEmail('family');
  await enterAs('admin', '/admin/member/new');
  const form = memberForm(page);
  const lastName = await fillSipho(page, email);
  await form.addRelative(1, 'Lerato');
  await form.addRelative(2, 'Neo');
  // The first request arrives but its reply is lost. The later requests never arrive.
  let requests = 0;
  await page.route('**/api/members/relatives', async (route) => {
    if (requests++ === 0) await route.fetch();
    await route.abort();
  });
  await form.create.click();
  const problem = page.getByRole('alert').filter({ hasText: 'The member was added, but' });
  // Each is asked for three times, with pauses.
  const lost = 'Lerato Mokoena: The server cannot be reached.';
  await expect(problem).toContainText(lost, { timeout: 15_000 });
  await expect(problem).toContainText('Neo Mokoena: The server cannot be reached.');
  await expect(form.heading(`Sipho ${lastName}`)).toBeVisible();
  await expectStillAccessible(page);
  await page.unrouteAll();
  await form.save.click();
  await expect(page.getByText(saved)).toBeVisible();
  expect(await members.relativesOf(await members.withEmail(email))).toEqual(['Lerato', 'Neo']);
});

test('a relative who was removed by another administrator stays removed @full', async ({
  page,
  office,
  enterAs,
}) => {
  const members = openMembers(office);
  const member = await members.enteredFamily('Lerato', 'Neo');
  await enterAs('admin', addressOf(member));
  const form = memberForm(page);
  await form.relative(2).getByRole('button', { name: 'Remove relative 2' }).click();
  const body = { mainMemberId: member.id };
  const token = await office.adminToken();
  const { results } = await office.ask(searchRelatives, { body }, token);
  await office.ask(deleteRelative, { params: { id: results[1]?.id ?? '' } }, token);
  await form.save.click();
  await expect(page.getByText(saved)).toBeVisible();
  expect(await members.relativesOf(member)).toEqual(['Lerato']);
});

test('a relative who turns 19 leaves the list, and the administrator and the member see why @full', async ({
  page,
}) => {
  // The test starts two servers one after the other and signs in two users.
  test.setTimeout(120_000);
  const database = await makeTestDatabase();
  const eve = await startServerOn(database.url, { NOW: '2027-03-31T08:00:00Z' });
  const lerato = {
    firstName: 'Lerato',
    lastName: 'Dlamini',
    email: 'lerato@example.org',
    dateOfBirth: '2008-04-01',
  };
  const thandi = await openAdmin(eve).registered({ typeName: 'FAMILY', relatives: [lerato] });
  await eve.stop();

  const birthday = await startServerOn(database.url, { NOW: '2027-04-01T08:00:00Z' });
  try {
    const members = openMembers(openAdmin(birthday));
    const member = await members.withEmail(thandi.email);
    const relatives = memberForm(page).section('Relatives');
    const told =
      'Lerato Dlamini, born on 1 Apr 2008, has turned 19 and is no longer covered by this membership.';
    await expect.poll(() => members.relativesOf(member)).toEqual([]);

    await signIn(page, birthday.url, administrator);
    await page.goto(birthday.url + addressOf(member));
    await expect(relatives).toContainText(told);
    await expect(relatives).toContainText('No relatives added');
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    await page.evaluate(() => localStorage.clear());
    await signIn(page, birthday.url, { email: thandi.email, password });
    await expect(relatives).toContainText(told);
    await expect(relatives.getByRole('group')).toHaveCount(0);
    await expectStillAccessible(page);
    await expectNoSidewaysScroll(page);
  } finally {
    await birthday.stop();
    await database.drop();
  }
});

async function signIn(page: Page, url: string, who: { email: string; password: string }) {
  await page.goto(`${url}/login`);
  await page.getByLabel('Email').fill(who.email);
  await page.getByLabel('Password', { exact: true }).fill(who.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('heading', { level: 1, name: /^(Dashboard|My Profile)$/ }).waitFor();
}
