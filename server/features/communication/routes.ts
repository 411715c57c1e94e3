import * as contract from '#contract/communication/endpoints.ts';
import * as consents from '#contract/communication/confirm-consents.ts';
import * as log from '#contract/communication/mail-log.ts';
import * as limits from '#contract/communication/mail-limits.ts';
import { largestPageSize } from '#contract/limits.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import type { AppDeps } from '#server/app-deps.ts';
import { listsForBulkEmails } from './communication-lists.ts';
import { readMailLimits, updateMailLimits } from './mail-limits.ts';
import { confirmConsents, readConsentLink } from './confirm-consents.ts';
import { searchMailRows } from './mail-log.ts';
import { readMail, type RenderLoggedMail } from './read-mail.ts';
import { readKeptMails, sendKeptMails } from './send-kept-mails.ts';
import { sendMailAgain } from './send-mail-again.ts';
import { release, searchSuppressions } from './suppressions.ts';
import { readMaskedEmail, unsubscribe } from './unsubscribe.ts';

export function communicationRoutes(
  serve: Serve,
  { config }: Pick<AppDeps, 'config'>,
  render: RenderLoggedMail,
): void {
  serve(contract.listCommunicationLists, ({ ctx }) => listsForBulkEmails(ctx.db));

  serve(contract.unsubscribe, ({ ctx, body }) => unsubscribe(ctx, body.token, body.reason ?? ''));

  serve(contract.readUnsubscribeLink, async ({ ctx, body }) => ({
    maskedEmail: await readMaskedEmail(ctx.db, body.token),
  }));

  serve(consents.readConsentLink, ({ ctx, body }) => readConsentLink(ctx.db, body.token));

  serve(consents.confirmConsents, ({ ctx, body }) => confirmConsents(ctx, body.token));

  serve(contract.listUnsubscribedEmails, ({ ctx }) =>
    searchSuppressions(ctx.db, { pageSize: largestPageSize }).page(),
  );

  serve(contract.searchUnsubscribedEmails, ({ ctx, body }) => searchSuppressions(ctx.db, body));

  serve(contract.releaseUnsubscribedEmail, ({ ctx, params, body }) =>
    release(ctx, params.id, body),
  );

  serve(log.searchMails, ({ ctx, body }) => searchMailRows(ctx, body));

  serve(log.getKeptMails, ({ ctx }) => readKeptMails(ctx, config));

  serve(log.sendKeptMails, ({ ctx }) => sendKeptMails(ctx, config.smtpUrl === null));

  serve(log.readMail, ({ ctx, params }) => readMail(ctx, params.id, render));

  serve(log.sendMailAgain, ({ ctx, params }) => sendMailAgain(ctx, params.id, render));

  serve(limits.getMailLimits, ({ ctx }) => readMailLimits(ctx.db));

  serve(limits.updateMailLimits, ({ ctx, body, ifMatch }) => updateMailLimits(ctx, body, ifMatch));
}
