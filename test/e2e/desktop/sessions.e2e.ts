import { idleMessage } from '#contract/auth/session-end.ts';
import { listOwnSessions } from '#contract/auth/sessions.ts';
import { memberForm, openMembers } from '../fixtures/member-form.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  password,
  test,
} from '../fixtures/test.ts';
import { entered, heading, userForm } from '../fixtures/users.ts';

test('an administrator ends all sessions of another user, who is signed out', async ({
  page,
  office,
  enterAs,
}) => {
  const user = await entered(office);
  const elsewhere = await office.tokenOf(user.email);
  await enterAs('admin', userForm(user));
  const devices = page.getByRole('list', { name: 'Signed-in Devices' });
  await expect(devices.getByRole('listitem')).toHaveCount(1);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'End all sessions' }).click();
  const question = page.getByRole('alertdialog', { name: 'End all sessions' });
  await expect(question).toContainText('Sipho Ndlovu is signed out on every device');
  await question.getByRole('button', { name: 'End all sessions' }).click();
  await expect(page.getByText('All sessions of this user have ended.')).toBeVisible();
  await expect(page.getByText('Not signed in on any device.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'End all sessions' })).toBeFocused();
  await expect(office.ask(listOwnSessions, {}, elsewhere)).rejects.toThrow(/401/);
});

test('the own page has no button that ends the own sessions', async ({ page, office, enterAs }) => {
  const user = await entered(office);
  await enterAs({ email: user.email }, userForm(user));
  await expect(
    page.getByRole('list', { name: 'Signed-in Devices' }).getByText('This device'),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'End all sessions' })).toHaveCount(0);
});

test('an idle administrator sees why, signs in again, and what was typed is there', async ({
  page,
  office,
  enterAs,
}) => {
  const member = await openMembers(office).entered();
  const user = await entered(office);
  await enterAs({ email: user.email }, `/admin/member/${member.id}`);
  const form = memberForm(page);
  await form.contact('Phone').fill('+27 11 555 0000');
  // The server's clock does not wait an hour for a test; its part is tested at the server.
  const ended = { status: 401, json: { success: false, message: idleMessage } };
  await page.route('**/api/members/*', (route) =>
    route.request().method() === 'PUT' ? route.fulfill(ended) : route.fallback(),
  );
  await form.save.click();
  await expect(page.getByText(idleMessage)).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/api/members/*');
  await page.getByLabel('Email').fill(user.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(heading(page, `${member.firstName} ${member.lastName}`)).toBeVisible();
  await expect(form.contact('Phone')).toHaveValue('+27 11 555 0000');
  await expect(page.getByText('Your unsaved draft has been restored.')).toBeVisible();
  await form.save.click();
  await expect(page.getByText('Your unsaved draft has been restored.')).toHaveCount(0);
  const saved = await openMembers(office).withEmail(member.email);
  expect(saved.phone).toBe('+27 11 555 0000');
});

test('a draft of an administrator is not shown to the next one on this computer', async ({
  page,
  office,
  enterAs,
}) => {
  const [first, next, third] = [
    await entered(office),
    await entered(office),
    await entered(office),
  ];
  await enterAs({ email: first.email }, userForm(third));
  await page.getByLabel('Phone').fill('+27 11 555 0000');
  const ended = { status: 401, json: { success: false, message: idleMessage } };
  await page.route('**/api/user/*', (route) =>
    route.request().method() === 'PUT' ? route.fulfill(ended) : route.fallback(),
  );
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(idleMessage)).toBeVisible();
  await page.unroute('**/api/user/*');
  await page.getByLabel('Email').fill(next.email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect(page.getByLabel('Phone')).toHaveValue('');
  await expect(page.getByText('Your unsaved draft has been restored.')).toHaveCount(0);
});
