import { moneyLine, searchMoneyLines } from '#contract/bank-matching/endpoints.ts';
import { matchingWords as words } from '#contract/bank-matching/page-texts.ts';
import { openFilters } from '../fixtures/app-shell.ts';
import { example, expect, test } from '../fixtures/faked/component.ts';

test('a booked line leads to its page if the code of Undo cannot be loaded', async ({
  page,
  api,
}) => {
  const line = example(moneyLine, { state: 'matched' });
  api.reply(searchMoneyLines, ({ state }) =>
    state === 'matched' ? { results: [line], totalCount: 1 } : { results: [], totalCount: 0 },
  );
  await page.goto('/admin/bankmatching');
  await openFilters(page);
  await page.waitForLoadState('networkidle');
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.getByRole('button', { name: words.lineStates.matched, exact: true }).click();
  const undo = page.getByRole('row').getByRole('link', { name: /^Undo/ });
  await expect(undo).toHaveAttribute('href', `/admin/bankmatching/${line.id}`);
});
