import { unsubscribedEmail } from '#contract/communication/endpoints.ts';
import { written } from '../fixtures/bulk-emails.ts';
import { openPeople } from '../fixtures/profile.ts';
import { openProvider } from '../fixtures/provider.ts';
import {
  expect,
  expectStillAccessible,
  expectNoSidewaysScroll,
  expectRowsWhole,
  test,
} from '../fixtures/test.ts';

/** The narrowest width with the menu, the widest without it, and the narrowest before cards. */
const widths = [1279, 1180, 1024, 900, 720];
const lists = [
  '/admin/member',
  '/admin/invoice',
  '/admin/donations',
  '/admin/cardnotifications',
  '/admin/bulkemails',
  '/admin/maillog',
  '/admin/unsubscribed',
  '/admin/memberstatus',
  '/admin/membertype',
  '/admin/users',
  '/admin/audit',
];
const longName = { firstName: 'Maria-Magdalena', lastName: 'van der Westhuizen-Ramaphosa' };

test('on a small laptop no list cuts off its rows beside the menu @desktop-only @full', async ({
  page,
  office,
  server,
  enterAs,
}) => {
  test.setTimeout(90_000);
  const people = openPeople(office);
  await people.withStatus('Due for Renewal', { ...longName, typeName: 'FAMILY' });
  await office.registered(longName);
  await written(office);
  const provider = openProvider(server, office);
  const donation = await provider.donated('Credit Card', {
    ...longName,
    email: office.newEmail('maria-magdalena.van-der-westhuizen-ramaphosa'),
    amount: 123_456.78,
  });
  await provider.complete(await provider.formOf(donation), 'pay');
  await office.donated('EFT', 50);
  const refused = unsubscribedEmail.parse({
    id: crypto.randomUUID(),
    email: office.newEmail('maria-magdalena.van-der-westhuizen-ramaphosa'),
    kind: 'refused',
    reason: '550 5.1.1 <maria-magdalena.van-der-westhuizen@example.org>: no such mailbox',
    createdUtc: new Date().toISOString(),
  });
  const reply = { success: true, data: { results: [refused], totalCount: 1 } };
  await page.route('**/unsubscribed-emails/search', (route) => route.fulfill({ json: reply }));

  await enterAs('admin', '/admin/dashboard');
  for (const address of lists) {
    await page.setViewportSize({ width: 1024, height: 768 });
    await page.goto(address);
    const rows = page.getByRole('rowgroup').last().getByRole('row');
    await expect(rows.first().getByRole('cell').first()).toBeVisible();
    await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
    for (const width of widths) {
      await page.setViewportSize({ width, height: 768 });
      await test.step(`${address} at ${width} px`, async () => {
        await expectNoSidewaysScroll(page);
        await expectRowsWhole(page);
      });
    }
  }

  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto('/admin/member?lastName=Ramaphosa');
  const row = page.getByRole('row').filter({ hasText: 'Due for Renewal' });
  await expectStillAccessible(page);
  await row.getByRole('link', { name: /^Edit/ }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Ramaphosa/ })).toBeVisible();
});
