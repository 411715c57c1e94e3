import * as limits from '#contract/company-info/mail-limits.ts';
import * as log from '#contract/communication/mail-log.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { readMailLimits, updateMailLimits } from './mail-limits.ts';
import { searchMailRows } from './mail-log.ts';
import { sendMailAgain, type CanWrite } from './send-mail-again.ts';

export function mailLogRoutes(serve: Serve, canWrite: CanWrite): void {
  serve(log.searchMails, ({ work, body }) => searchMailRows(work.db, body));

  serve(log.sendMailAgain, ({ work, params }) => sendMailAgain(work, params.id, canWrite));

  serve(limits.getMailLimits, ({ work }) => readMailLimits(work.db));

  serve(limits.updateMailLimits, ({ work, body, ifMatch }) =>
    updateMailLimits(work, body, ifMatch),
  );
}
