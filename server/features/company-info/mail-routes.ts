import * as contract from '#contract/company-info/test-mail.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import type { Site } from '#server/app-deps.ts';
import { ownAddress, readTestMail, sendTestMail } from './test-mail.ts';

export function mailRoutes(serve: Serve, { config }: Site): void {
  const isCaptured = config.smtpUrl === null;

  serve(contract.getMailDelivery, async ({ work }) => {
    const { email } = await ownAddress(work);
    return { isCaptured, to: email };
  });

  serve(contract.sendTestMail, ({ work }) => sendTestMail(work, isCaptured));

  serve(contract.getTestMail, ({ work, params }) => readTestMail(work.db, params.id, isCaptured));
}
