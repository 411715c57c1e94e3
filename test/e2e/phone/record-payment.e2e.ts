import { addressOf, openMembers } from '../fixtures/member-form.ts';
import { invoicesOf, recordPaymentDialog } from '../fixtures/record-payment.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, test } from '../fixtures/test.ts';

test('a payment can be recorded on a phone @full', async ({ page, office, enterAs }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const member = await openMembers(office).entered();
  await enterAs('admin', addressOf(member));
  await page.getByRole('button', { name: 'Record payment' }).click();
  const form = recordPaymentDialog(page);
  await expect(form.type).toBeFocused();
  await expect(form.result).toContainText('Valid until');
  await expect(form.result).toBeInViewport({ ratio: 1 });
  await expect(form.confirm).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
  await expectNoSidewaysScroll(page);
  await form.reference.fill('EFT 4711');
  await form.confirm.click();
  await expect(page.getByText('Payment of Nomsa Mokoena recorded.')).toBeVisible();
  const [invoice] = await invoicesOf(office, member.id);
  expect([invoice?.isPaid, invoice?.bankReference]).toEqual([true, 'EFT 4711']);
});
