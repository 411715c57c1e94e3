import * as contract from '#contract/renewals/endpoints.ts';
import { Refused, sentences } from '#server/errors.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import type { Site } from '#server/app-deps.ts';
import { refuseUnoffered } from '#server/platform/payfast/payment-form.ts';
import { previewRenewals } from './bulk/preview-renewals.ts';
import { latestRuns } from './bulk/renewal-runs.ts';
import { sendRenewals } from './bulk/send-renewals.ts';
import { generateInvoice } from './generate-invoice.ts';

export function renewalRoutes(serve: Serve, { config, ending }: Site): void {
  serve(contract.generateInvoice, async ({ work, body }) => {
    refuseUnoffered(config.payfast, body.paymentType);
    return generateInvoice(work, body);
  });

  serve(contract.previewRenewals, ({ work, body }) => previewRenewals(work, body));

  serve(contract.sendRenewals, ({ work, body }) => {
    if (work.by === null) throw new Refused('signedOut', sentences.signedOut);
    return sendRenewals(work, work.by, body, ending);
  });

  serve(contract.listRenewalRuns, ({ work }) => latestRuns(work));
}
