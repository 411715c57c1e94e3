import { emptyId } from '#contract/fields.ts';
import { listMemberStatuses } from '#contract/member-statuses.ts';
import type { Serve } from '../http/handle.ts';
import { memberStatusesFor } from './queries.ts';

export function memberStatusRoutes(serve: Serve): void {
  serve(listMemberStatuses, ({ work }) =>
    memberStatusesFor(work.db, work.by?.role === 'Admin' ? null : (work.by?.memberId ?? emptyId)),
  );
}
