import { programs } from '#contract/month-end/accounts.ts';
import * as cash from '#contract/month-end/cash-count.ts';
import { searchBalances } from '#contract/month-end/balances.ts';
import { searchMovements } from '#contract/month-end/cash-book.ts';
import { searchExceptions } from '#contract/month-end/exceptions.ts';
import * as contract from '#contract/month-end/endpoints.ts';
import { getPlots } from '#contract/month-end/plots.ts';
import { getDonorStatement, getMemberStatement } from '#contract/month-end/statement-of-account.ts';
import type { Context } from '#server/context.ts';
import { inTurnOf, openTurnTaking } from '#server/platform/concurrency/turns.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { searchBalanceRows } from './balances/search-balances.ts';
import { searchMovementRows } from './cash-book/search-movements.ts';
import {
  bookCashDifference,
  readCashCounts,
  undoCashDifference,
} from './cash-count/cash-differences.ts';
import { countCash } from './cash-count/count-cash.ts';
import { closeMonth } from './close-month.ts';
import { searchExceptionRows } from './exceptions/search-exceptions.ts';
import { readPeriod } from './figures/read-period.ts';
import { journalFile } from './journal/journal-file.ts';
import { readJournal } from './journal/read-journal.ts';
import { renderPack } from './pack/render-pack.ts';
import { spreadsheetFile } from './pack/spreadsheet-file.ts';
import { readPlots } from './plots/read-plots.ts';
import { readMonthEnd, readSettings } from './queries.ts';
import { reopenMonth } from './reopen-month.ts';
import { readDonorStatement, readMemberStatement } from './statement-of-account/read-statement.ts';
import { statementFile } from './statement-of-account/statement-file.ts';
import { updateOpenings } from './update-openings.ts';
import { updateSettings } from './update-settings.ts';

/** A file of a year reads all that was booked in it. */
const takeTurn = openTurnTaking({ atOnce: 1, mostWaiting: 20 });
const inTurn = inTurnOf(takeTurn);

export function monthEndRoutes(serve: Serve): void {
  serve(contract.getMonthEnd, ({ ctx }) => readMonthEnd(ctx));

  serve(searchMovements, ({ ctx, body }) => searchMovementRows(ctx, body));

  serve(searchBalances, ({ ctx, body }) => searchBalanceRows(ctx, body));

  serve(searchExceptions, ({ ctx, body }) => searchExceptionRows(ctx, body));

  serve(contract.getFigures, ({ ctx, params }) => readPeriod(ctx, params.period));

  serve(getPlots, ({ ctx, params }) => readPlots(ctx, params.period));

  serve(contract.getFiguresPdf, ({ ctx, params: { period } }) =>
    inTurn(ctx.by?.userId ?? '', async () => {
      const figures = await readPeriod(ctx, period);
      const bytes = await renderPack(await nameOfOrganisation(ctx), figures);
      return { name: `month-end-${period}.pdf`, bytes };
    }),
  );

  serve(contract.getFiguresSpreadsheet, ({ ctx, params: { period } }) =>
    spreadsheetFile(ctx, period, takeTurn),
  );

  serve(contract.getJournal, ({ ctx, params: { period, program } }) =>
    inTurn(ctx.by?.userId ?? '', async () => {
      const { byMonth } = await readPeriod(ctx, period);
      const lines = await readJournal(ctx.db, byMonth);
      const text = journalFile(program, lines, await readSettings(ctx.db));
      const name = `journal-${period}-${programs[program].toLowerCase()}.csv`;
      return { name, bytes: Buffer.from(text), isDownload: true };
    }),
  );

  serve(getMemberStatement, ({ ctx, params: { id }, query }) =>
    statementFile(ctx, query, () => readMemberStatement(ctx, id, query)),
  );

  serve(getDonorStatement, ({ ctx, params: { id }, query }) =>
    statementFile(ctx, query, () => readDonorStatement(ctx, id, query)),
  );

  serve(contract.closeMonth, ({ ctx, body }) => closeMonth(ctx, body));

  serve(contract.reopenMonth, ({ ctx, body }) => reopenMonth(ctx, body));

  serve(contract.updateMonthEndSettings, ({ ctx, body }) => updateSettings(ctx, body));

  serve(cash.countCash, ({ ctx, body }) => countCash(ctx, body));

  serve(cash.getCashCounts, ({ ctx }) => readCashCounts(ctx.db));

  serve(cash.bookCashDifference, ({ ctx, body }) => bookCashDifference(ctx, body));

  serve(cash.undoCashDifference, ({ ctx, params, body }) =>
    undoCashDifference(ctx, params.id, body.reason),
  );

  serve(contract.updateOpeningBalances, ({ ctx, body }) => updateOpenings(ctx, body));
}

async function nameOfOrganisation({ db }: Context): Promise<string> {
  const company = await db.selectFrom('company_info').select('name').executeTakeFirst();
  return company?.name ?? '';
}
