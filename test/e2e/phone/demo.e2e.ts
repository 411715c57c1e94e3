import { makeTestDatabase } from '#test/support/database.ts';
import { openAdmin } from '../fixtures/administrator.ts';
import { startServerOn } from '../fixtures/running-server.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures/test.ts';

test('every page of the demo says that its data is made up @full', async ({ page }) => {
  // It starts two servers.
  test.slow();
  const database = await makeTestDatabase();
  const office = await startServerOn(database.url, {});
  // The demo makes up members only while there are none, which takes a minute.
  await openAdmin(office).registered();
  await office.stop();
  const settings = { SMTP_URL: 'smtp://mail.example.org' };
  const demo = await startServerOn(database.url, settings, 'scripts/demo.ts --database');
  try {
    const strip = page.getByRole('complementary', { name: 'System notices' });
    const notices = ['Demo data: nothing is sent', 'Test card payments: no money moves.'];
    for (const width of [360, 320]) {
      await page.setViewportSize({ width, height: 640 });
      await page.goto(`${demo.url}/login`);
      await expect(strip.getByRole('listitem')).toHaveText(notices);
      await expect(strip.getByText('Demo data: nothing is sent')).toBeInViewport({ ratio: 1 });
      await expectNoSidewaysScroll(page);
    }
    await expectAccessible(page);
    const token = await openAdmin(demo).adminToken();
    await page.evaluate((value) => localStorage.setItem('token', value), token);
    await page.goto(`${demo.url}/admin/companyinfo/mail`);
    await expect(page.getByText('No mail server is configured', { exact: false })).toBeVisible();
    await expect(strip.getByRole('listitem')).toHaveText(notices);
  } finally {
    await demo.stop();
    await database.drop();
  }
});
