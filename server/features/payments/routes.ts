import { processDonationPayment } from '#contract/donations/admin-endpoints.ts';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import * as admin from '#contract/payments/admin-endpoints.ts';
import * as credits from '#contract/payments/credits.ts';
import * as comparison from '#contract/payments/comparison.ts';
import * as inbox from '#contract/payments/notifications.ts';
import * as contract from '#contract/payments/endpoints.ts';
import { notFound } from '#server/errors.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import type { AppDeps } from '#server/app-deps.ts';
import { readComparison } from './comparison/queries.ts';
import { dismissDifference, recordDifference } from './comparison/resolve-difference.ts';
import { startComparison } from './comparison/start-comparison.ts';
import { correctPayment } from './corrections/correct-payment.ts';
import { undoPayment } from './corrections/undo-payment.ts';
import { carryCredit, donateCredit } from './credits/carry-credit.ts';
import { searchCreditRows } from './credits/queries.ts';
import { recordMoney } from './credits/record-money.ts';
import { closeCredit, refundCredit } from './credits/refund-credit.ts';
import { undoCreditUse } from './credits/undo-use.ts';
import { undoPayments } from './corrections/undo-payments.ts';
import { getPaymentForm } from './get-payment-form.ts';
import { getPaymentSummary } from './get-payment-summary.ts';
import { processAgain } from './notifications/process-again.ts';
import { notificationDepsOf } from './notifications/process-notification.ts';
import { findNotification, searchNotificationRows } from './notifications/queries.ts';
import { receiveNotification } from './notifications/receive-notification.ts';
import { settlePayable } from './settle-payable.ts';
import { inCents } from './payment-on-wire.ts';

export function paymentRoutes(serve: Serve, deps: AppDeps): void {
  const { payfast } = deps.config;

  serve(processInvoicePayment, async ({ ctx, params, body }) => {
    const input = { ...inCents(body), source: 'administrator' } as const;
    const { onWire } = await settlePayable(ctx, { kind: 'invoice', id: params.id }, input);
    return onWire;
  });

  serve(processDonationPayment, async ({ ctx, params, body }) => {
    const input = { ...body, source: 'administrator' } as const;
    const { onWire } = await settlePayable(ctx, { kind: 'donation', id: params.id }, input);
    return onWire;
  });

  serve(admin.undoInvoicePayment, ({ ctx, params, body }) =>
    undoPayments(ctx, { kind: 'invoice', id: params.id }, body),
  );

  serve(admin.undoDonationPayment, ({ ctx, params, body }) =>
    undoPayments(ctx, { kind: 'donation', id: params.id }, body),
  );

  serve(admin.undoPayment, ({ ctx, params, body }) => undoPayment(ctx, params.id, body));

  serve(admin.correctPayment, ({ ctx, params, body }) => correctPayment(ctx, params.id, body));

  serve(credits.searchCredits, ({ ctx, body }) => searchCreditRows(ctx.db, body));

  serve(credits.recordMoney, ({ ctx, body }) => recordMoney(ctx, body));

  serve(credits.refundCredit, ({ ctx, params, body }) => refundCredit(ctx, params.id, body));

  serve(credits.carryCredit, ({ ctx, params, body }) => carryCredit(ctx, params.id, body));

  serve(credits.donateCredit, ({ ctx, params, body }) => donateCredit(ctx, params.id, body));

  serve(credits.closeCredit, ({ ctx, params, body }) => closeCredit(ctx, params.id, body));

  serve(credits.undoCreditUse, ({ ctx, params, body }) =>
    undoCreditUse(ctx, params.id, body.reason),
  );

  serve(contract.getPaymentForm, ({ ctx, params }) => getPaymentForm(ctx, deps.config, params));

  serve(contract.getPaymentSummary, ({ ctx, params }) => getPaymentSummary(ctx, params));

  serve(contract.notifySubscription, ({ ctx, bytes, ip }) =>
    receiveNotification(ctx, payfast, { kind: 'subscription', body: bytes, sourceAddress: ip }),
  );
  serve(contract.notifyDonation, ({ ctx, bytes, ip }) =>
    receiveNotification(ctx, payfast, { kind: 'donation', body: bytes, sourceAddress: ip }),
  );

  serve(comparison.getComparison, ({ ctx }) => readComparison(ctx, payfast));

  serve(comparison.startComparison, ({ ctx }) => startComparison(ctx, payfast));

  serve(comparison.recordDifference, ({ ctx, params }) => recordDifference(ctx, params.id));

  serve(comparison.dismissDifference, ({ ctx, params, body }) =>
    dismissDifference(ctx, params.id, body.reason),
  );

  serve(inbox.searchNotifications, ({ ctx, body }) => searchNotificationRows(ctx.db, body));

  serve(inbox.judgeNotificationAgain, async ({ ctx, params }) => {
    await processAgain(notificationDepsOf(deps), ctx, params.id);
    const notification = await findNotification(ctx.db, params.id);
    if (notification === undefined) throw notFound(inbox.notificationTexts.notFound);
    return notification;
  });
}
