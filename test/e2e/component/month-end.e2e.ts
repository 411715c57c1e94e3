import { checkBooks } from '#contract/books/endpoints.ts';
import { getFigures, getMonthEnd } from '#contract/month-end/endpoints.ts';
import { example, expect, test } from '../fixtures/faked/component.ts';

test('in a long question, why a month cannot be closed is read above the buttons', async ({
  page,
  api,
}) => {
  const month = '2027-01';
  const months = [{ month, state: 'open', closedUtc: null, closedBy: null } as const];
  api.reply(getMonthEnd, example(getMonthEnd.reply, { months, toClose: month }));
  const stillOpen = (['moneyIn', 'moneyOut', 'credits', 'proofs'] as const).map((kind) => ({
    kind,
    count: 2,
    amount: 100,
  }));
  const warnings = ['A statement is missing.', 'A list of card payments is missing.'];
  const figures = { period: month, title: 'Jan 2027', isClosed: false, warnings, stillOpen };
  api.reply(getFigures, { ...figures, sections: [] });
  api.refuse(checkBooks, 429, 'The books were checked often in the last hour. Try again later.');
  await page.setViewportSize({ width: 1366, height: 650 });
  await page.goto('/admin/monthend');
  await page.getByRole('button', { name: /^Close Jan 2027/ }).click();
  const problem = page.getByRole('dialog').getByRole('alert');
  await expect(problem).toContainText('Try again later.');
  await expect(problem).toBeInViewport({ ratio: 1 });
  const cancel = page.getByRole('button', { name: 'No, cancel' });
  const [text, button] = [await problem.boundingBox(), await cancel.boundingBox()];
  expect((text?.y ?? 0) + (text?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0);
});
