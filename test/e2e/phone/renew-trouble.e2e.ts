import { halves } from '#test/support/pictures.ts';
import { type Drop, dropAfter, dropBefore, dropCode, patience } from '../fixtures/network.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  expectStillAccessible,
  test,
} from '../fixtures/test.ts';
import { choosePicture, expectPicture } from '../fixtures/users.ts';

const unexpected = 'An unexpected error occurred. Please try again later.';
const member = '**/api/members/*';

test('if the network drops while a renewal is saved, pressing again continues with one invoice', async ({
  page,
  office,
  atProfile,
}) => {
  test.slow();
  const { people, profile, thandi } = await atProfile('Expired');
  const { renew, proceed } = profile;
  await profile.optional('Phone').fill('013 555 0100');
  await profile.saveAndRenew.click();
  await profile.eft.check();

  await dropAfter(page, member, 'PUT');
  await proceed.click();
  await expect(renew.getByRole('alert')).toContainText(unexpected);
  await expect(renew.getByRole('alert')).toContainText(
    'no invoice was created. Press Proceed again',
  );
  await expectStillAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.unrouteAll();

  await dropAfter(page, '**/api/invoices/generate', 'POST');
  await proceed.click();
  const alert = renew.getByRole('alert');
  await expect(alert).toContainText('Your changes are saved.', patience);
  await expect(alert).toContainText(unexpected);
  await expect(alert).toContainText('Press Proceed again; only one invoice is created.');
  expect((await people.withEmail(thandi.email)).phone).toBe('013 555 0100');
  await page.unrouteAll();

  await proceed.click();
  await expect(profile.eftDone).toBeVisible();
  await profile.unfold(profile.paidInvoices);
  await expect(profile.invoices.getByRole('listitem')).toHaveCount(2);
  await page.reload();
  await profile.unfold(profile.paidInvoices);
  await expect(profile.invoices.getByRole('listitem')).toHaveCount(2);
  expect(await office.mailsTo(thandi.email, 'Invoice', 2)).toHaveLength(2);
});

test('if the network drops before the request arrives, the input is not lost', async ({
  page,
  atProfile,
}) => {
  const { profile } = await atProfile('Expired');
  await profile.optional('Phone').fill('013 555 0100');
  await profile.saveAndRenew.click();
  await profile.eft.check();
  await dropBefore(page, member, 'PUT');
  await profile.proceed.click();
  await expect(profile.renew.getByRole('alert')).toContainText('The server cannot be reached.');
  await profile.cancel.click();
  await expect(profile.optional('Phone')).toHaveValue('013 555 0100');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await page.unrouteAll();
  await profile.saveAndRenew.click();
  await profile.saveOnly.click();
  await expect(profile.saved).toBeVisible();
});

test('if a script that loads after the page cannot be fetched, the page says so and loads it on retry', async ({
  page,
  atProfile,
}) => {
  const told = page.getByText('The server cannot be reached. Please check your connection');
  await dropCode(page, 'web/features/profile/renew-dialog.tsx');
  await dropCode(page, 'web/features/privacy/own-privacy.tsx');
  const { profile } = await atProfile('Expired');
  await expect(told).toHaveCount(1);
  const tryAgain = page.getByRole('button', { name: 'Try again' });
  await tryAgain.click();
  await expect(page.getByText('Please check your connection, then reload the page.')).toBeVisible();
  await expectAccessible(page);
  await page.unrouteAll();
  await profile.saveAndRenew.click();
  await expect(profile.renew).toBeVisible();
  await profile.renew.getByRole('button', { name: 'Cancel' }).click();
  await tryAgain.click();
  await profile.unfold('Privacy');
  await expect(page.getByRole('button', { name: 'Download my details' })).toBeVisible();
  await expect(tryAgain).toHaveCount(0);
});

test('if the dialog cannot be loaded, the changes are saved, and the dialog opens after Reload', async ({
  page,
  atProfile,
}) => {
  const alert = page.getByRole('main').getByRole('alert');
  await dropCode(page, 'web/features/profile/renew-dialog.tsx');
  const { people, profile, thandi } = await atProfile('Expired');
  await profile.optional('Phone').fill('013 555 0101');
  const unsent = await dropBefore(page, member, 'PUT');
  await profile.saveAndRenew.click();
  await expect(alert.filter({ hasText: 'The server cannot be reached.' })).toBeVisible(patience);
  await expect(profile.optional('Phone')).toHaveValue('013 555 0101');
  await unsent.restore();

  await profile.saveAndRenew.click();
  await expect(alert.filter({ hasText: 'the renewal did not open' })).toContainText(
    'Your details are saved, but the renewal did not open. Press Reload, then Save and Renew again.',
  );
  expect((await people.withEmail(thandi.email)).phone).toBe('013 555 0101');
  await expectStillAccessible(page);
  await expectNoSidewaysScroll(page);
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Reload', exact: true }).click();
  await expect(alert.filter({ hasText: 'the renewal did not open' })).toHaveCount(0);
  await expect(profile.optional('Phone')).toHaveValue('013 555 0101');
  await profile.renewByEft();
  await expect(profile.eftDone).toBeVisible();
});

test('if the network drops in any part of a save, saving again repeats nothing @full', async ({
  page,
  office,
  atProfile,
}) => {
  test.slow();
  const { people, profile, thandi } = await atProfile('Active', { typeName: 'FAMILY' });
  const email = office.newEmail('mine');
  await profile.card('Contact').getByLabel('Email').fill(email);
  await profile.addRelative(1, 'Lerato');
  await profile.unfold('You');
  await choosePicture(page, 'me.jpg', 'image/jpeg', await halves('jpeg', 640, 480));
  const problem = page.getByRole('main').getByRole('alert');

  const savesWith = async (drop: Drop, message: string) => {
    await profile.save.click();
    await expect.poll(drop.lost, patience).toBeGreaterThan(0);
    await expect(problem.filter({ hasText: message })).toBeVisible(patience);
    await drop.restore();
  };

  const unreached = 'The server cannot be reached.';
  await savesWith(await dropBefore(page, member, 'PUT'), unreached);
  await savesWith(await dropAfter(page, member, 'PUT'), unreached);

  const relatives = 'Your details were saved, but not all of the relatives: Lerato Dlamini:';
  await savesWith(await dropBefore(page, '**/api/members/relatives'), relatives);
  await savesWith(await dropAfter(page, '**/api/members/relatives'), relatives);

  const picture = 'Your details were saved, but not the picture.';
  await savesWith(await dropBefore(page, '**/api/user/upload-profile-picture'), picture);
  await savesWith(await dropAfter(page, '**/api/user/upload-profile-picture'), picture);
  await expectStillAccessible(page);

  await profile.save.click();
  await expect(profile.saved).toBeVisible();
  const header = page.getByRole('button', { name: /^User menu/ });
  await expectPicture(header.locator('img'), 256);
  expect(await people.relativesOf(thandi.member)).toEqual(['Lerato']);
  await office.tokenOf(email);
});

test('a refused renewal returns to the form and shows the errors', async ({ page, atProfile }) => {
  const { people, profile, thandi } = await atProfile('Expired');
  await profile.optional('Phone').fill('013 555 0100');
  await people.change(thandi.member, { zipCode: '9999' });
  await profile.renewByEft();
  const problem = page
    .getByRole('alert')
    .filter({ hasText: 'Failed to update member data. Please check and try again.' });
  await expect(problem).toContainText('This record was changed by someone else.');
  await expect(profile.renew).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Reload', exact: true }).click();
  await expect(profile.optional('Zip code')).toHaveValue('9999');

  await profile.saveAndRenew.click();
  await profile.saveOnly.click();
  await expect(profile.saved).toBeVisible();

  // An administrator has just renewed the membership, so there is nothing left to renew.
  await profile.saveAndRenew.click();
  await profile.eft.check();
  await people.change(thandi.member, { memberStatusID: await people.statusId('Active') });
  await profile.proceed.click();
  const alert = profile.renew.getByRole('alert');
  await expect(alert).toContainText('Failed to generate invoice. Please try again.');
  await expect(alert).toContainText('Your changes are saved, but no invoice was created.');
  await profile.cancel.click();
  await expect(profile.membership).toContainText('Active');
});
