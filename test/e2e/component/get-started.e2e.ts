import { setupSteps, startEmpty, type SetupStep } from '#contract/get-started/endpoints.ts';
import { stepTexts } from '#contract/get-started/texts.ts';
import { getMenuCounts, type MenuCounts } from '#contract/menu-counts/endpoints.ts';
import { openMenu } from '../fixtures/app-shell.ts';
import { exampleOf } from '../fixtures/faked/example-of.ts';
import { expect, type FakeApi, test } from '../fixtures/faked/component.ts';
import { expectAccessible, expectNoSidewaysScroll } from '../fixtures/page-checks.ts';

const address = '/admin/getstarted';
const registerUrl = 'https://members.example.org/register';

/** The call of Today, for a user with these steps. */
function reply(api: FakeApi, done: readonly SetupStep[], own: readonly SetupStep[] = setupSteps) {
  const counts = exampleOf(getMenuCounts.reply) as MenuCounts;
  const steps = own.map((step) => ({ step, isDone: done.includes(step) }));
  const isReady = ['organisation', 'money', 'fees'].every((step) => done.includes(step as never));
  const opening = isReady ? 'ready' : 'closed';
  api.reply(getMenuCounts, {
    ...counts,
    isMailCaptured: true,
    getStarted: { steps, opening, hasMembers: false, registerUrl, isOnlyHere: true },
  });
}

/** Where each step leads. */
const headings = {
  organisation: 'Company Info',
  money: 'Company Info',
  fees: /Member Types/,
  mail: 'Mail Settings',
  backup: 'Backups',
  twoStep: 'Two-Step Sign-in',
  members: 'New Import',
} as const;

test('each step leads to its field', async ({ page, api }) => {
  reply(api, ['organisation', 'twoStep']);
  for (const step of setupSteps) {
    await page.goto(address);
    await page.getByRole('main').getByRole('link', { name: stepTexts[step].title }).click();
    await expect(page.getByRole('heading', { level: 1, name: headings[step] })).toBeVisible();
  }
});

for (const viewport of [
  { width: 1366, height: 650 },
  { width: 360, height: 740 },
]) {
  test(`Get started is gone after its end, ${viewport.width} px wide`, async ({ page, api }) => {
    await page.setViewportSize(viewport);
    reply(api, ['organisation', 'twoStep']);
    await page.goto(address);
    const states = page
      .getByRole('main')
      .getByRole('listitem')
      .getByText(/^(Done|To do)$/);
    const [done, open] = ['Done', 'To do'];
    await expect(states).toHaveText([done, open, open, open, open, done, open]);
    await expect(page.getByText('2 of 7 done.')).toContainText('when the first three are done');
    // A test mail would prove nothing.
    await expect(
      page.getByText('There is no mail server yet. Enter your mail server'),
    ).toBeVisible();
    await expect(page.getByText(registerUrl)).toHaveCount(0);
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);

    const entry = page.getByRole('link', { name: /^Get started/ });
    await openMenu(page);
    await expect(entry).toHaveText('Get started (2 of 7)');
    await page.keyboard.press('Escape');

    reply(api, setupSteps.slice(0, 6));
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await expect(page.getByText('6 of 7 done.')).toBeVisible();
    api.reply(startEmpty, undefined);
    reply(api, setupSteps);
    await page.getByRole('button', { name: 'We start empty' }).click();
    await expect(page.getByText('All steps are done.')).toBeVisible();
    await expect(page.getByText('Your first member can register at')).toContainText(registerUrl);
    await expect(
      page.getByText('On this computer only, until a public address is set.'),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: 'Copy the address' })).toBeVisible();
    await expectAccessible(page);
    await expectNoSidewaysScroll(page);
    await openMenu(page);
    await expect(entry).toHaveText('Get started (7 of 7)');

    await page.reload();
    await expect(page.getByText('All steps are done.')).toBeVisible();
    await openMenu(page);
    await expect(page.getByRole('link', { name: 'Dashboard' })).toBeVisible();
    await expect(entry).toHaveCount(0);
  });
}

test('a role sees only its own steps', async ({ page, api }) => {
  reply(api, [], ['members']);
  await page.goto('/admin/dashboard');
  await page.getByRole('button', { name: /^Today/ }).click();
  await page
    .getByRole('region', { name: 'Today' })
    .getByRole('link', { name: 'Get started (0 of 1)' })
    .click();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText([
    /^To do\s*Import members/,
  ]);
  await expect(page.getByText('0 of 1 done.')).not.toContainText('first three');
});
