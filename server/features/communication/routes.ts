import * as contract from '#contract/communication/endpoints.ts';
import { largestPageSize } from '#contract/limits.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { allLists } from './lists.ts';
import { release, searchSuppressions } from './suppressions.ts';
import { unsubscribe } from './unsubscribe.ts';

export function communicationRoutes(serve: Serve): void {
  serve(contract.listCommunicationLists, ({ work }) => allLists(work.db));

  serve(contract.unsubscribe, ({ work, body }) => unsubscribe(work, body.token, body.reason ?? ''));

  serve(contract.listUnsubscribedEmails, ({ work }) =>
    searchSuppressions(work.db, { pageSize: largestPageSize }).page(),
  );

  serve(contract.searchUnsubscribedEmails, ({ work, body }) => searchSuppressions(work.db, body));

  serve(contract.releaseUnsubscribedEmail, ({ work, params, body }) =>
    release(work, params.id, body),
  );
}
