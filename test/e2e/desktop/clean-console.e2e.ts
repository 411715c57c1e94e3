import type { Page } from '@playwright/test';
import { listMemberStatuses } from '#contract/member-statuses/endpoints.ts';
import { listMemberTypes } from '#contract/member-types/endpoints.ts';
import { checkSystem } from '#contract/system-check/endpoints.ts';
import { searchUsers } from '#contract/users/endpoints.ts';
import { type PageAccess, routes } from '#web/app/routes.ts';
import type { Admin } from '../fixtures/administrator.ts';
import { openLineId } from '../fixtures/bank/bank-matching.ts';
import { bulkForm, formOf, written } from '../fixtures/bulk-emails.ts';
import { openPeople } from '../fixtures/profile.ts';
import { expect, withOwnServer } from '../fixtures/test.ts';

// The System Check tells of all violations on the server.
const test = withOwnServer();

/** What the browser reports: errors of scripts, of the content security policy and of requests. */
function watchConsole(page: Page): string[] {
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  return errors;
}

async function expectNoViolations(office: Admin): Promise<void> {
  const { results } = await office.ask(checkSystem, {}, await office.adminToken());
  const { finding } = results.find(({ name }) => name === 'Content policy') ?? {};
  expect(finding).toBe('No browser has reported a violation.');
}

/** The addresses of all pages in the route table, with records that exist. */
async function addressesFor(office: Admin, access: PageAccess): Promise<string[]> {
  const token = await office.adminToken();
  const { member, invoiceId } = await openPeople(office).active();
  const { member: other } = await openPeople(office).active();
  const unpaid = await office.registered({ paymentType: 'Credit Card' });
  const donation = await office.donated('EFT', 50);
  const idOf = (rows: readonly { id: string }[]) => rows[0]?.id ?? '';
  const ids: Record<string, string> = {
    donations: donation.id,
    invoice: invoiceId,
    bulkemails: (await written(office)).id,
    bankstatements: await office.uploadedStatement(
      'Date,Description,Amount,Balance\n20260302,INV-00042,650.00,12650.00\n',
    ),
    bankmatching: await openLineId(office),
    imports: await office.uploaded('First name,Last name,Email\nIna,Import,ina@example.org'),
    member: member.id,
    duplicates: member.id,
    memberstatus: idOf(await office.ask(listMemberStatuses, {}, token)),
    membertype: idOf(await office.ask(listMemberTypes, {}, token)),
    users: idOf((await office.ask(searchUsers, { body: {} }, token)).results),
    login: member.userID ?? '',
    help: 'change-a-fee',
  };
  return routes
    .filter((route) => route.access === access)
    .map(({ path }) =>
      path
        .replace(':type', 'subscription')
        .replace(/^(\/payment.*\/):\w+$/, `$1${unpaid.invoiceId}`)
        .replace(/\/(\w+)\/:\w+\??/, (_, kind: string) => `/${kind}/${ids[kind]}`)
        .replace(':otherId', other.id),
    );
}

/** The public pages differ little for who is signed in, so only a full run opens them as each of the three. */
const publicToo = process.env['TEST_FULL'] === undefined ? [] : (['public'] as const);

for (const [who, accesses] of [
  ['a visitor', ['guest', 'public']],
  ['a Member', ['Member', ...publicToo]],
  ['an administrator', ['staff', ...publicToo]],
] as const) {
  test(`no page reports an error or a violation of the content policy to ${who}`, async ({
    page,
    office,
    enterAs,
  }) => {
    test.slow();
    const lists = accesses.map((access) => addressesFor(office, access));
    const addresses = (await Promise.all(lists)).flat();
    expect(addresses.length).toBeGreaterThan(0);
    expect(addresses.filter((address) => /[:?]|undefined|\/$/.test(address.slice(1)))).toEqual([]);
    const errors = watchConsole(page);
    if (who === 'an administrator') await enterAs('admin', '/admin/dashboard');
    if (who === 'a Member') await enterAs(await openPeople(office).active(), '/member/profile');
    for (const address of addresses) {
      await test.step(address, async () => {
        await page.goto(address);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.waitForLoadState('networkidle');
        expect(errors).toEqual([]);
      });
    }
    await expectNoViolations(office);
  });
}

test('text cannot become HTML on a page, and the System Check says where it was tried', async ({
  page,
  office,
  enterAs,
}) => {
  await page.goto('/donate?email=thandi@example.org');
  const attempt = () =>
    page.evaluate(() => {
      document.body.innerHTML = '<img src=x onerror="globalThis.ran = 1">';
    });
  await expect(attempt()).rejects.toThrow(/TrustedHTML/);
  await enterAs('admin', '/admin/systemcheck');
  const line = page.getByRole('listitem').filter({ hasText: 'Content policy' });
  await expect(line).toContainText('require-trusted-types-for (trusted-types-sink) on /donate: 1.');
  // The editor's page has a policy. It is closed except while the editor reads HTML.
  const bulkEmail = await written(office);
  await page.goto(formOf(bulkEmail));
  await bulkForm(page).content.waitFor();
  await expect(attempt()).rejects.toThrow(/TrustedHTML/);
});

test('what is pasted into the editor from other programs reports no error', async ({
  page,
  office,
  enterAs,
}) => {
  const errors = watchConsole(page);
  await enterAs('admin', formOf(await written(office)));
  const { content } = bulkForm(page);
  await content.press('Control+End');
  await content.press('Enter');
  const paste = (html: string) =>
    content.evaluate((editor, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', text);
      const init = { clipboardData, bubbles: true, cancelable: true };
      editor.dispatchEvent(new ClipboardEvent('paste', init));
    }, html);
  const item = (text: string) =>
    `<p class="MsoListParagraph" style="margin:0;mso-list:l0 level1 lfo1"><span style="mso-list:Ignore">·</span><span style="color:red">${text}</span></p>`;
  await paste(
    `<html xmlns:w="urn:schemas-microsoft-com:office:word"><head><style><!-- @list l0:level1 {mso-level-number-format:bullet;} --></style></head><body>${item('Rhinos')}${item('Lions')}</body></html>`,
  );
  await expect(content.locator('li[data-list="bullet"]')).toHaveText(['Rhinos', 'Lions']);
  await content.press('Control+End');
  await content.press('Enter');
  await paste(
    '<b style="font-weight:normal" id="docs-internal-guid-1"><p style="line-height:2">Plain <b>bold</b></p></b>',
  );
  await expect(content.locator('strong')).toHaveText('bold');
  expect(errors).toEqual([]);
});

test('the preview of a bulk email reports no error, and has its styles', async ({
  page,
  office,
  enterAs,
}) => {
  await openPeople(office).active();
  const bulkEmail = await written(office, { title: 'News' });
  const errors = watchConsole(page);
  await enterAs('admin', formOf(bulkEmail));
  await page.getByRole('button', { name: 'Show preview' }).click();
  const mail = page.frameLocator('iframe');
  await expect(mail.getByText('the dam is full', { exact: false })).toBeVisible();
  const title = mail.getByText('News', { exact: true }).last();
  await expect(title).toHaveCSS('font-weight', /^(600|700)$/);
  await page.getByRole('button', { name: 'Desktop' }).click();
  await expect(mail.getByText('the dam is full', { exact: false })).toBeVisible();
  expect(errors).toEqual([]);
});
