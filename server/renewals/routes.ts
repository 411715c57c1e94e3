import * as contract from '#contract/renewals.ts';
import { Refused, sentences } from '../errors.ts';
import type { Serve } from '../http/handle.ts';
import { previewRenewals } from './bulk/preview-renewals.ts';
import { latestRuns } from './bulk/renewal-runs.ts';
import { sendRenewals } from './bulk/send-renewals.ts';
import { generateInvoice } from './generate-invoice.ts';

export function renewalRoutes(serve: Serve): void {
  serve(contract.generateInvoice, ({ work, body }) => generateInvoice(work, body));

  serve(contract.previewRenewals, ({ work, body }) => previewRenewals(work, body));

  serve(contract.sendRenewals, ({ work, body }) => {
    if (work.by === null) throw new Refused('signedOut', sentences.signedOut);
    return sendRenewals(work, work.by, body);
  });

  serve(contract.listRenewalRuns, ({ work }) => latestRuns(work));
}
