import { listCompanyInfos, updateCompanyInfo } from '#contract/company-info/endpoints.ts';
import { consentWords } from '#contract/privacy/consents.ts';
import { dataExportTexts } from '#contract/privacy/data-export.ts';
import { searchMembers } from '#contract/members/endpoints.ts';
import { privacyNoticeTexts, privacySections } from '#contract/privacy/privacy-notice.ts';
import { openDonating } from '../fixtures/donating.ts';
import { hold, patience } from '../fixtures/network.ts';
import { openProfile } from '../fixtures/profile.ts';
import {
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  withOwnServer,
} from '../fixtures/test.ts';

const test = withOwnServer();

test('the privacy page names the responsible person, the stored data and the contact', async ({
  page,
  office,
}) => {
  const token = await office.adminToken();
  const id = (await office.ask(listCompanyInfos, {}, token))[0]?.id ?? '';
  const body = {
    name: 'The Game Association',
    email: 'office@example.org',
    phone: '012 345 6789',
    address: '1 Veld Street\nSkukuza',
  };
  await office.ask(updateCompanyInfo, { params: { id }, body }, token);
  await page.goto('/privacy');
  const main = page.getByRole('main');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy');
  await expect(main).toContainText('The Game Association is responsible');
  await expect(main.getByRole('link', { name: body.email })).toHaveAttribute(
    'href',
    'mailto:office@example.org',
  );
  await expect(main).toContainText('1 Veld Street');
  for (const { heading } of privacySections) {
    await expect(main.getByRole('heading', { level: 2, name: heading })).toBeVisible();
  }
  await expect(main).toContainText(privacyNoticeTexts.regulator);
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('/register says what the details are used for, and links to the full privacy text in a new tab', async ({
  page,
}) => {
  await page.goto('/register');
  await page.getByLabel('First name').fill('Thandi');
  const opening = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'How we look after your details' }).click();
  const beside = await opening;
  await expect(beside.getByRole('heading', { level: 1 })).toHaveText('Privacy');
  await expect(page.getByLabel('First name')).toHaveValue('Thandi');
});

test('a member can download their stored data and read it on a phone', async ({
  page,
  office,
  enterAs,
}) => {
  const thandi = await office.registered();
  const profile = openProfile(page);
  await enterAs(thandi, profile.path);
  await profile.unfold('Privacy');
  const privacy = page.getByRole('region', { name: 'Privacy' });
  await expect(privacy).toContainText(dataExportTexts.offer);
  const downloading = page.waitForEvent('download');
  await privacy.getByRole('button', { name: 'Download my details' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^my-details-\d{4}-\d\d-\d\d\.html$/);
  const copy = test.info().outputPath('mine.html');
  await file.saveAs(copy);
  await page.goto(`file://${copy}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    'What we hold about Thandi Dlamini',
  );
  await expect(page.getByText(thandi.email).first()).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
});

test('an administrator can download the stored data of a member @full', async ({
  page,
  office,
  enterAs,
}) => {
  const { email } = await office.registered();
  const token = await office.adminToken();
  const members = await office.ask(searchMembers, { body: { email } }, token);
  await enterAs('admin', `/admin/member/${members.results[0]?.id}`);
  await page.getByText('Privacy', { exact: true }).click();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download what we hold about this member' }).click();
  expect((await downloading).suggestedFilename()).toMatch(/\.html$/);
});

test('the consents for news and appeals are separate, unticked at first, and can be withdrawn', async ({
  page,
  office,
  enterAs,
}) => {
  await page.goto('/register');
  for (const words of Object.values(consentWords)) {
    await expect(page.getByRole('checkbox', { name: words })).not.toBeChecked();
  }
  const donor = openDonating(page);
  await donor.open();
  const email = office.newEmail('donor');
  await donor.fill(email, 'EFT');
  await expect(page.getByRole('checkbox', { name: consentWords.news })).not.toBeChecked();
  await page.getByRole('checkbox', { name: consentWords.appeals }).check();
  await expectAccessible(page);
  const sent = page.waitForRequest((request) => request.method() === 'POST');
  await donor.donate.click();
  expect((await sent).postDataJSON()).toMatchObject({ consents: { news: false, appeals: true } });

  const profile = openProfile(page);
  await enterAs(await office.registered(), profile.path);
  await profile.unfold('Privacy');
  const privacy = page.getByRole('region', { name: 'Privacy' });
  const news = privacy.getByRole('checkbox', { name: consentWords.news });
  const save = privacy.getByRole('button', { name: 'Save choices' });
  await news.check();
  await save.click();
  await expect(privacy.getByText('Your choices are saved.')).toBeVisible();
  await expect(privacy.getByText(/^Agreed on .+, on My Profile\. It waits until/)).toBeVisible();
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await news.uncheck();
  await save.click();
  await expect(privacy.getByText(/ Withdrawn on /)).toBeVisible();
  await page.reload();
  await profile.unfold('Privacy');
  await expect(news).not.toBeChecked();
});

test('while the consents load, and if they cannot be loaded, the page says so and offers to try again', async ({
  page,
  office,
  enterAs,
}) => {
  const consents = '**/api/members/*/consents';
  const profile = openProfile(page);
  const privacy = profile.card('Privacy');
  await page.route(consents, () => undefined);
  await enterAs(await office.registered(), profile.path);
  await profile.unfold('Privacy');
  await expect(privacy.getByText('Loading your choices…')).toBeAttached();
  await page.unroute(consents);
  await page.route(consents, (route) => route.abort());
  await page.reload();
  await profile.unfold('Privacy');
  await expect(privacy.getByRole('alert').first()).toHaveText(
    'Your choices could not be loaded. Please try again.',
    patience,
  );
  await expectAccessible(page);
  await page.unroute(consents);
  await privacy.getByRole('button', { name: 'Try again' }).press('Enter');
  await expect(privacy.getByRole('checkbox', { name: consentWords.news })).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(privacy.getByRole('checkbox', { name: consentWords.news })).toBeFocused();
});

test('a page is read without any script, and what is filled in before it has loaded is kept', async ({
  page,
  browser,
  server,
}) => {
  const still = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url });
  const quiet = await still.newPage();
  for (const [path, words] of [
    ['/login', 'Want to become a member? Register'],
    ['/register', 'R450.00'],
    ['/donate', 'You get our bank details.'],
    ['/forgot-password', 'We cannot send emails yet. Please contact us.'],
    ['/privacy', 'What we hold, and why'],
  ] as const) {
    await quiet.goto(path);
    await expect(quiet.getByRole('main')).toContainText(words);
  }
  await quiet.goto('/login');
  await quiet.getByLabel('Email').fill('thandi@example.org');
  await quiet.getByRole('button', { name: 'Sign In' }).click();
  // The input never appears in the address.
  expect(new URL(quiet.url()).search).toBe('');
  await still.close();

  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  const code = await hold(page, '**/assets/*.js', 'GET');
  await page.goto('/donate', { waitUntil: 'commit' });
  await page.getByRole('textbox', { name: /^Amount/ }).fill('250');
  await page.getByLabel('First name').fill('Thandi');
  await page.getByRole('checkbox', { name: consentWords.news }).check();
  await page.getByRole('radio', { name: 'EFT' }).check();
  code.letGo();
  await expect(page.getByRole('textbox', { name: /^Amount/ })).toHaveValue('250');
  await expect(page.getByLabel('First name')).toHaveValue('Thandi');
  await expect(page.getByRole('checkbox', { name: consentWords.news })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'EFT' })).toBeChecked();
  await expect(page.getByRole('button', { name: 'Donate' })).toBeEnabled();
  expect(complaints).toEqual([]);
});
