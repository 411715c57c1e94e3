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
  serve(contract.listMemberStatuses, ({ ctx }) => memberStatusesFor(ctx));

  serve(contract.searchMemberStatuses, ({ ctx, body }) => searchStatuses(ctx, body));

  serve(contract.getMemberStatus, async ({ ctx, params }) => {
    const status = await findMemberStatus(ctx, params.id);
    if (status === undefined) throw notFound(contract.memberStatusTexts.notFound);
    return status;
  });

  serve(contract.createMemberStatus, ({ ctx, body }) => createMemberStatus(ctx, body));

  serve(contract.updateMemberStatus, ({ ctx, params, body, ifMatch }) =>
    updateMemberStatus(ctx, params.id, body, ifMatch),
  );

  serve(contract.deleteMemberStatus, ({ ctx, params }) => deleteMemberStatus(ctx, params.id));
}
