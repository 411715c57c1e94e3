import { processDonationPayment } from '#contract/donations/admin-endpoints.ts';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import * as admin from '#contract/payments/admin-endpoints.ts';
import * as inbox from '#contract/payments/notifications.ts';
import * as contract from '#contract/payments/endpoints.ts';
import { notFound } from '#server/errors.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import type { Site } from '#server/app-deps.ts';
import { closeCredit, searchCreditRows } from './corrections/credits.ts';
import { undoDonationPayment } from './corrections/undo-donation-payment.ts';
import { undoInvoicePayment } from './corrections/undo-invoice-payment.ts';
import { getPaymentForm } from './get-payment-form.ts';
import { judgeAgain } from './notifications/process-again.ts';
import { benchOf } from './notifications/process-notification.ts';
import { findNotification, searchNotificationRows } from './notifications/queries.ts';
import { settleDonation } from './settle-donation.ts';
import { settleInvoice } from './settle-invoice.ts';
import { takeNotification } from './notifications/receive-notification.ts';

export function paymentRoutes(serve: Serve, site: Site): void {
  const { payfast } = site.config;

  serve(processInvoicePayment, async ({ work, params, body }) => {
    const input = { source: 'administrator', paidOn: body.paidOn } as const;
    const { invoice } = await settleInvoice(work, { invoiceId: params.id, ...input });
    return invoice;
  });

  serve(processDonationPayment, async ({ work, params, body }) => {
    const input = { source: 'administrator', paidOn: body.paidOn } as const;
    const { donation } = await settleDonation(work, { donationId: params.id, ...input });
    return donation;
  });

  serve(admin.undoInvoicePayment, ({ work, params, body }) =>
    undoInvoicePayment(work, params.id, body.reason),
  );

  serve(admin.undoDonationPayment, ({ work, params, body }) =>
    undoDonationPayment(work, params.id, body.reason),
  );

  serve(admin.searchCredits, ({ work, body }) => searchCreditRows(work.db, body));

  serve(admin.closeCredit, ({ work, params, body }) => closeCredit(work, params.id, body.reason));

  serve(contract.getPaymentForm, ({ work, params }) => getPaymentForm(work, site.config, params));

  serve(contract.notifySubscription, ({ work, bytes, ip }) =>
    takeNotification(work, payfast, { kind: 'subscription', body: bytes, sourceAddress: ip }),
  );
  serve(contract.notifyDonation, ({ work, bytes, ip }) =>
    takeNotification(work, payfast, { kind: 'donation', body: bytes, sourceAddress: ip }),
  );

  serve(inbox.searchNotifications, ({ work, body }) => searchNotificationRows(work.db, body));

  serve(inbox.judgeNotificationAgain, async ({ work, params }) => {
    await judgeAgain(benchOf(site), work, params.id);
    const notification = await findNotification(work.db, params.id);
    if (notification === undefined) throw notFound(inbox.notificationTexts.notFound);
    return notification;
  });
}
