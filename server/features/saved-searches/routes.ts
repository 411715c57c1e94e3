import * as contract from '#contract/saved-searches/endpoints.ts';
import type { Caller, Context } from '#server/context.ts';
import { Refused, sentences } from '#server/errors.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import {
  createSavedSearch,
  deleteSavedSearch,
  updateSavedSearch,
} from './change-saved-searches.ts';
import { listSavedSearches, readSavedSearch } from './queries.ts';

export function savedSearchRoutes(serve: Serve): void {
  serve(contract.listSavedSearches, ({ ctx, query }) =>
    listSavedSearches(ctx, callerOf(ctx), query.list),
  );

  serve(contract.getSavedSearch, ({ ctx, params }) =>
    readSavedSearch(ctx, callerOf(ctx), params.id),
  );

  serve(contract.createSavedSearch, ({ ctx, body }) => createSavedSearch(ctx, callerOf(ctx), body));

  serve(contract.updateSavedSearch, ({ ctx, params, body, ifMatch }) =>
    updateSavedSearch(ctx, callerOf(ctx), params.id, { form: body, ifMatch }),
  );

  serve(contract.deleteSavedSearch, ({ ctx, params }) =>
    deleteSavedSearch(ctx, callerOf(ctx), params.id),
  );
}

function callerOf({ by }: Context): Caller {
  if (by === null) throw new Refused('signedOut', sentences.signedOut);
  return by;
}
