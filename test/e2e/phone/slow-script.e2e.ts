import type { Page } from '@playwright/test';
import { hold } from '../fixtures/network.ts';
import { expect, test } from '../fixtures/test.ts';

const token = '5f6e1c1e-0d5c-4f0c-9a51-2f6d3e8b1c70';

/** The server-rendered page can be used before its script runs: on `letGo()`. */
async function openBeforeScript(page: Page, address: string) {
  const script = await hold(page, /\/assets\/index-[^/]*\.js$/, 'GET');
  await page.goto(address, { waitUntil: 'commit' });
  return script;
}

/** React leaves a mark on the elements that it renders or hydrates. */
const isHydrated = (page: Page) =>
  page.evaluate(() => {
    const form = document.querySelector('form');
    return form !== null && Object.keys(form).some((key) => key.startsWith('__react'));
  });

interface SlowPage {
  address: string;
  /** The fields by their labels, and what the user types into them. */
  typed: Record<string, string>;
  submit: string;
  /** The call that the form sends. The wizard's first step sends none. */
  call?: string;
  tag?: string;
}

const pages: SlowPage[] = [
  {
    address: '/login',
    typed: { Email: 'thandi@example.org', Password: 'Leopard2' },
    submit: 'Sign In',
    call: '/api/user/login',
  },
  {
    address: '/register',
    typed: {
      'First name': 'Thandi',
      'Last name': 'Mokoena',
      Email: 'thandi@example.org',
      'Postal address': '12 Acacia Road',
    },
    submit: 'Next',
  },
  {
    address: `/reset-password?token=${token}&email=thandi%40example.org`,
    typed: { 'New password': 'Leopard2', 'Confirm password': 'Leopard2' },
    submit: 'Reset password',
    call: '/api/user/reset-password',
    tag: ' @full',
  },
];

for (const { address, typed, submit, call, tag } of pages) {
  test(`input before the script runs is kept: ${address}${tag ?? ''}`, async ({ page }) => {
    const field = (label: string) => page.getByLabel(label, { exact: label === 'Password' });
    const last = field(Object.keys(typed).at(-1) ?? '');
    const isSent = call === undefined ? null : page.waitForRequest(`**${call}`);
    const script = await openBeforeScript(page, address);
    for (const [label, text] of Object.entries(typed)) await field(label).pressSequentially(text);
    expect(await isHydrated(page)).toBe(false);
    script.letGo();
    await expect.poll(() => isHydrated(page), { timeout: 10_000 }).toBe(true);
    for (const [label, text] of Object.entries(typed)) await expect(field(label)).toHaveValue(text);
    await expect(last).toBeFocused();

    // The form has the values too, not only the fields.
    await page.getByRole('button', { name: submit, exact: true }).click();
    for (const label of Object.keys(typed)) {
      await expect(field(label)).not.toHaveAttribute('aria-invalid', 'true');
    }
    const sent = (await isSent)?.postData() ?? '';
    if (call !== undefined) for (const text of Object.values(typed)) expect(sent).toContain(text);
  });
}
