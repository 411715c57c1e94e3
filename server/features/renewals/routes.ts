import * as membership from '#contract/payments/membership-payment.ts';
import * as contract from '#contract/renewals/endpoints.ts';
import { Refused, sentences } from '#server/errors.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import type { AppDeps } from '#server/app-deps.ts';
import { assertOffered } from '#server/platform/payfast/payment-form.ts';
import { previewRenewals } from './bulk/preview-renewals.ts';
import { latestRuns } from './bulk/renewal-runs.ts';
import { sendRenewals } from './bulk/send-renewals.ts';
import { previewPayment } from './membership-payment/preview-payment.ts';
import { recordMembershipPayment } from './membership-payment/record-membership-payment.ts';
import { generateInvoice } from './generate-invoice.ts';

export function renewalRoutes(serve: Serve, { config, ending }: AppDeps): void {
  serve(contract.generateInvoice, async ({ ctx, body }) => {
    assertOffered(config.payfast, body.paymentType);
    return generateInvoice(ctx, body);
  });

  serve(contract.previewRenewals, ({ ctx, body }) => previewRenewals(ctx, body));

  serve(contract.sendRenewals, ({ ctx, body }) => {
    if (ctx.by === null) throw new Refused('signedOut', sentences.signedOut);
    return sendRenewals(ctx, ctx.by, body, ending);
  });

  serve(membership.previewMembershipPayment, ({ ctx, params, query }) =>
    previewPayment(ctx, params.id, query),
  );

  serve(membership.recordMembershipPayment, ({ ctx, params, body }) =>
    recordMembershipPayment(ctx, params.id, body),
  );

  serve(contract.listRenewalRuns, ({ ctx }) => latestRuns(ctx));
}
