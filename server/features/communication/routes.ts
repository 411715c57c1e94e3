import * as contract from '#contract/communication/endpoints.ts';
import * as log from '#contract/communication/mail-log.ts';
import * as limits from '#contract/company-info/mail-limits.ts';
import { largestPageSize } from '#contract/limits.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { allLists } from './communication-lists.ts';
import { readMailLimits, updateMailLimits } from './mail-limits.ts';
import { searchMailRows } from './mail-log.ts';
import { type CanRender, sendMailAgain } from './send-mail-again.ts';
import { release, searchSuppressions } from './suppressions.ts';
import { unsubscribe } from './unsubscribe.ts';

export function communicationRoutes(serve: Serve, canRender: CanRender): void {
  serve(contract.listCommunicationLists, ({ work }) => allLists(work.db));

  serve(contract.unsubscribe, ({ work, body }) => unsubscribe(work, body.token, body.reason ?? ''));

  serve(contract.listUnsubscribedEmails, ({ work }) =>
    searchSuppressions(work.db, { pageSize: largestPageSize }).page(),
  );

  serve(contract.searchUnsubscribedEmails, ({ work, body }) => searchSuppressions(work.db, body));

  serve(contract.releaseUnsubscribedEmail, ({ work, params, body }) =>
    release(work, params.id, body),
  );

  serve(log.searchMails, ({ work, body }) => searchMailRows(work.db, body));

  serve(log.sendMailAgain, ({ work, params }) => sendMailAgain(work, params.id, canRender));

  serve(limits.getMailLimits, ({ work }) => readMailLimits(work.db));

  serve(limits.updateMailLimits, ({ work, body, ifMatch }) =>
    updateMailLimits(work, body, ifMatch),
  );
}
