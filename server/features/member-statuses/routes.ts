import * as contract from '#contract/member-statuses/endpoints.ts';
import { notFound } from '#server/errors.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import {
  createMemberStatus,
  deleteMemberStatus,
  updateMemberStatus,
} from './change-member-statuses.ts';
import { findMemberStatus, memberStatusesFor, searchStatuses } from './queries.ts';

export function memberStatusRoutes(serve: Serve): void {
  serve(contract.listMemberStatuses, ({ work }) => memberStatusesFor(work));

  serve(contract.searchMemberStatuses, ({ work, body }) => searchStatuses(work, body));

  serve(contract.getMemberStatus, async ({ work, params }) => {
    const status = await findMemberStatus(work, params.id);
    if (status === undefined) throw notFound(contract.memberStatusTexts.notFound);
    return status;
  });

  serve(contract.createMemberStatus, ({ work, body }) => createMemberStatus(work, body));

  serve(contract.updateMemberStatus, ({ work, params, body, ifMatch }) =>
    updateMemberStatus(work, params.id, body, ifMatch),
  );

  serve(contract.deleteMemberStatus, ({ work, params }) => deleteMemberStatus(work, params.id));
}
