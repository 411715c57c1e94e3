import { donationTexts, processDonationPayment } from '#contract/donations.ts';
import { invoiceTexts, processInvoicePayment } from '#contract/invoices.ts';
import * as contract from '#contract/payments.ts';
import { findDonation } from '../donations/queries.ts';
import { notFound } from '../errors.ts';
import type { Serve } from '../http/handle.ts';
import type { Site } from '../http/site.ts';
import { findInvoice } from '../invoices/queries.ts';
import { getPaymentForm } from './get-payment-form.ts';
import { judgeAgain } from './judge-again.ts';
import { benchOf } from './judge-notification.ts';
import { findNotification, searchNotificationRows } from './notification-queries.ts';
import { settleDonation } from './settle-donation.ts';
import { settleInvoice } from './settle-invoice.ts';
import { takeNotification } from './take-notification.ts';

export function paymentRoutes(serve: Serve, site: Site): void {
  const { payfast } = site.config;

  serve(processInvoicePayment, async ({ work, params }) => {
    await settleInvoice(work, { invoiceId: params.id, source: 'administrator' });
    const invoice = await findInvoice(work.db, params.id);
    if (invoice === undefined) throw notFound(invoiceTexts.notFound);
    return invoice;
  });

  serve(processDonationPayment, async ({ work, params }) => {
    await settleDonation(work, { donationId: params.id, source: 'administrator' });
    const donation = await findDonation(work.db, params.id);
    if (donation === undefined) throw notFound(donationTexts.notFound);
    return donation;
  });

  serve(contract.getPaymentForm, ({ work, params }) => getPaymentForm(work, site.config, params));

  serve(contract.notifySubscription, ({ work, bytes, ip }) =>
    takeNotification(work, payfast, { kind: 'subscription', body: bytes, sourceAddress: ip }),
  );
  serve(contract.notifyDonation, ({ work, bytes, ip }) =>
    takeNotification(work, payfast, { kind: 'donation', body: bytes, sourceAddress: ip }),
  );

  serve(contract.searchNotifications, ({ work, body }) => searchNotificationRows(work.db, body));

  serve(contract.judgeNotificationAgain, async ({ work, params }) => {
    await judgeAgain(benchOf(site), params.id);
    const notification = await findNotification(work.db, params.id);
    if (notification === undefined) throw notFound(contract.notificationTexts.notFound);
    return notification;
  });
}
