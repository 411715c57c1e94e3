import { regulatorContacts } from '#contract/privacy/privacy-notice.ts';
import { openCardWay } from '../fixtures/card.ts';
import { tabTo } from '../fixtures/keyboard.ts';
import { expect, test } from '../fixtures/test.ts';

test('the privacy page and its contact links can be reached by keyboard alone', async ({
  page,
}) => {
  await page.goto('/donate');
  const link = page.getByRole('link', { name: 'How we look after your details' });
  await tabTo(page, link, 30);
  const opening = page.waitForEvent('popup');
  await page.keyboard.press('Enter');
  const privacy = await opening;
  await expect(privacy.getByRole('heading', { level: 1 })).toHaveText('Privacy');
  await tabTo(privacy, privacy.getByRole('link', { name: 'Skip to content' }), 2);
  await privacy.keyboard.press('Enter');
  await expect(privacy.getByRole('main')).toBeFocused();
  const main = privacy.getByRole('main');
  const regulator = main.getByRole('link', { name: regulatorContacts.email });
  await tabTo(privacy, regulator, 8);
  await expect(regulator).toBeInViewport();
});

test('a card payment can be cancelled, retried and its status checked by keyboard alone @full', async ({
  page,
  office,
}) => {
  const card = openCardWay(page);
  const { invoiceId } = await office.registered({ paymentType: 'Credit Card' });
  const press = async (name: string, most = 10) => {
    await tabTo(
      page,
      page.getByRole('button', { name }).or(page.getByRole('link', { name })),
      most,
    );
    await page.keyboard.press('Enter');
  };
  await page.goto(`/payment/payfast-redirect/subscription/${invoiceId}`);
  await card.atProvider.waitFor();
  await press('Cancel');
  await expect(card.title('Payment Cancelled')).toBeVisible();
  await press('Try again');
  await card.atProvider.waitFor();
  await page.goBack();
  await expect(card.title('Pay by card?')).toBeVisible();
  await press('See payment status');
  await expect(card.title('Payment Pending')).toBeFocused();
  await press('Reload Payment Status');
  await expect(page.getByText('The status has not changed.')).toBeVisible();
  await press('Go to Login');
  await expect(page.getByRole('heading', { level: 1, name: 'Sign In' })).toBeFocused();
});
