import { expect, test } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScroll } from '../fixtures/page-checks.ts';
import { mails } from '../fixtures/emails/all-emails.ts';

test.use({ viewport: { width: 320, height: 640 } });

test('each kind of mail fits the smallest phone, is accessible and has a text version', async ({
  page,
}) => {
  test.slow();
  for (const [kind, { html, text }] of mails) {
    await test.step(kind, async () => {
      await page.setContent(html);
      await expectNoSidewaysScroll(page);
      // Together these mails use every block of the layout.
      if (['invoice', 'bulk'].includes(kind)) await expectAccessible(page);
      const smallest = await page.evaluate(() =>
        Math.min(
          ...[...document.querySelectorAll('p, td, a, h1, h2, li, div')]
            .filter((element) => element.checkVisibility() && element.textContent?.trim())
            .filter((element) => element.childElementCount === 0)
            .map((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
        ),
      );
      expect(smallest, 'letters that a person of 67 can read').toBeGreaterThanOrEqual(13);
      for (const button of await page.getByRole('link').all()) {
        const href = await button.getAttribute('href');
        if (/^(mailto|tel):/.test(href ?? '')) continue;
        expect(text, 'as text one gets there too').toContain(href);
      }
      expect(text).not.toMatch(/<\/?[a-z]|&[a-z]+;|\{\{/);
    });
  }
});
