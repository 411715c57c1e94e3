import * as contract from '#contract/restores/endpoints.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { cancelHeldMails, releaseHeldMails } from './answer-restore.ts';
import { findOpenRestore } from './queries.ts';

export function restoreRoutes(serve: Serve): void {
  serve(contract.getOpenRestore, ({ ctx }) => findOpenRestore(ctx.db));

  serve(contract.releaseHeldMails, ({ ctx }) => releaseHeldMails(ctx));

  serve(contract.cancelHeldMails, ({ ctx }) => cancelHeldMails(ctx));
}
