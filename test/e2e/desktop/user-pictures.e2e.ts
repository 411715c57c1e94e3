import { halves } from '#test/support/pictures.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  password,
  test,
} from '../fixtures/test.ts';
import {
  button,
  choosePicture,
  entered,
  expectPicture,
  heading,
  preview,
  userForm,
  userRow,
  usersWith,
} from '../fixtures/users.ts';
import { openMenu } from '../fixtures/app-shell.ts';

/** One pixel in a format that browsers can show but the server does not accept. */
const bitmap = Buffer.from(
  '424d3a0000000000000036000000280000000100000001000000010018000000000004000000130b0000130b000000000000000000000000ff00',
  'hex',
);

test('a new picture appears in the sidebar and the header at once, and after signing in again', async ({
  page,
  office,
}) => {
  const user = await entered(office, { firstName: 'Lerato' });
  await page.goto('/login');
  const signIn = async () => {
    await page.getByLabel('Email').fill(user.email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await button(page, 'Sign In').click();
    await heading(page, 'Dashboard').waitFor();
  };
  await signIn();
  const header = page.getByRole('button', { name: /^User menu/ });
  await expect(header).toContainText('LN');
  await page.goto(userForm(user));
  await choosePicture(page, 'me.jpg', 'image/jpeg', await halves('jpeg', 640, 480));
  await expectPicture(preview(page), 640);
  await button(page, 'Save').click();
  await expect(page.getByText('User saved.')).toBeVisible();
  await expectPicture(header.locator('img'), 256);
  const stored = await page.evaluate(() => localStorage.getItem('profilePicture'));
  expect(stored).toMatch(/^\/api\/files\//);
  await openMenu(page);
  const sidebar = page.getByRole('navigation', { name: 'Menu' }).locator('..');
  await expectPicture(sidebar.locator('img').first(), 256);
  await page.keyboard.press('Escape');
  await button(page, 'Cancel').click();
  await expect(userRow(page, user)).toContainText('(you)');
  await expect(userRow(page, user).getByRole('button')).toHaveCount(0);
  await header.click();
  await button(page, 'Log Out').click();
  expect(await page.evaluate(() => localStorage.getItem('profilePicture'))).toBeNull();
  await signIn();
  await expectPicture(header.locator('img'), 256);
});

test('a file that is not a picture shows an error at once, and nothing is saved until it is replaced', async ({
  page,
  office,
  enterAs,
}) => {
  const user = await entered(office);
  await enterAs('admin', userForm(user));
  const field = page.getByLabel('Profile Picture');
  for (const [name, type, content, sentence] of [
    ['me.svg', 'image/svg+xml', '<svg/>', 'SVG drawings are not accepted.'],
    ['IMG_1.HEIC', 'image/heic', 'x', 'HEIC photos are not accepted.'],
    ['letter.pdf', 'application/pdf', '%PDF', 'Please choose a JPEG, PNG, WebP or GIF picture.'],
    ['me.jpg', 'image/jpeg', 'hello', 'This picture is damaged'],
  ] as const) {
    await choosePicture(page, name, type, content);
    await expect(page.getByText(sentence)).toBeVisible();
    await expect(field).toHaveAccessibleDescription(new RegExp(sentence));
  }
  await page.getByLabel('Last Name').fill('Nkosi');
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await button(page, 'Save').click();
  await expect(field).toBeFocused();
  await button(page, 'Do not use this picture').click();
  await expect(page.getByText('This picture is damaged')).toHaveCount(0);
  await button(page, 'Save').click();
  await expect(page.getByText('User saved.')).toBeVisible();
});

test('if the server refuses the picture, the page says why and the rest is saved @full', async ({
  page,
  office,
  enterAs,
}) => {
  const user = await entered(office);
  await enterAs('admin', userForm(user));
  await page.getByLabel('First Name').fill('Themba');
  await choosePicture(page, 'me.png', 'image/png', await halves());
  await expectPicture(preview(page), 400);
  const calls = '**/api/user/upload-profile-picture';
  await page.route(calls, (route) => route.abort());
  await button(page, 'Save').click();
  await expect(page.getByText('The server cannot be reached.', { exact: false })).toBeVisible();
  await expect(heading(page, 'Themba Ndlovu')).toBeVisible();
  await page.unroute(calls);
  // The browser ignores the file name and shows it. The server accepts only its four formats.
  await choosePicture(page, 'me.png', 'image/png', bitmap);
  await expectPicture(preview(page), 1);
  await button(page, 'Save').click();
  await expect(page.getByText('Please choose a JPEG, PNG, WebP or GIF picture.')).toBeVisible();
  await choosePicture(page, 'me.png', 'image/png', await halves());
  await button(page, 'Save').click();
  await expect(page.getByText('User saved.')).toBeVisible();
  await page.goto(usersWith(user.email));
  await expectPicture(userRow(page, user).locator('img'), 256);
});
