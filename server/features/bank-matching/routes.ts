import * as contract from '#contract/bank-matching/endpoints.ts';
import { getPayout } from '#contract/bank-matching/payouts.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { bookCertain, bookLine } from './book-line.ts';
import { dismissLine, reopenLine } from './dismiss-line.ts';
import { readPayout } from './payouts.ts';
import { countOpenLines, readMoneyLine, searchMoneyRows } from './queries.ts';
import { partInCents } from './record-on-wire.ts';
import { undoMatch } from './undo-match.ts';

export function bankMatchingRoutes(serve: Serve): void {
  serve(contract.searchMoneyLines, ({ ctx, body }) => searchMoneyRows(ctx, body));

  serve(contract.countMoneyLines, ({ ctx, query }) => countOpenLines(ctx.db, query));

  serve(contract.getMoneyLine, ({ ctx, params }) => readMoneyLine(ctx, params.id));

  serve(getPayout, ({ ctx, params }) => readPayout(ctx, params.id));

  serve(contract.bookMoneyLine, ({ ctx, params, body }) =>
    bookLine(ctx, params.id, body.parts.map(partInCents)),
  );

  serve(contract.bookCertainLines, ({ ctx, body }) => bookCertain(ctx, body));

  serve(contract.undoMatch, ({ ctx, params, body }) => undoMatch(ctx, params.id, body));

  serve(contract.dismissMoneyLine, ({ ctx, params, body }) =>
    dismissLine(ctx, params.id, body.reason),
  );

  serve(contract.reopenMoneyLine, ({ ctx, params }) => reopenLine(ctx, params.id));
}
