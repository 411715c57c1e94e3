import { programs } from '#contract/month-end/accounts.ts';
import { searchMovements } from '#contract/month-end/cash-book.ts';
import * as contract from '#contract/month-end/endpoints.ts';
import { lastDayOf } from '#contract/month-end/periods.ts';
import type { Context } from '#server/context.ts';
import { openTurns } from '#server/platform/concurrency/turns.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { searchMovementRows } from './cash-book/search-movements.ts';
import { countCash } from './count-cash.ts';
import { closeMonth } from './close-month.ts';
import { readOwedOn } from './figures/read-balances.ts';
import { readPeriod } from './figures/read-period.ts';
import { journalFile } from './journal/journal-file.ts';
import { readJournal } from './journal/read-journal.ts';
import { renderPack } from './pack/render-pack.ts';
import { writeSpreadsheet } from './pack/write-spreadsheet.ts';
import { readMonthEnd, readSettings } from './queries.ts';
import { reopenMonth } from './reopen-month.ts';
import { updateOpenings } from './update-openings.ts';
import { updateSettings } from './update-settings.ts';

/** A file of a year reads all that was booked in it. */
const inTurn = openTurns({ atOnce: 1, mostWaiting: 20 });

export function monthEndRoutes(serve: Serve): void {
  serve(contract.getMonthEnd, ({ ctx }) => readMonthEnd(ctx));

  serve(searchMovements, ({ ctx, body }) => searchMovementRows(ctx, body));

  serve(contract.getFigures, ({ ctx, params }) => readPeriod(ctx, params.period));

  serve(contract.getFiguresPdf, ({ ctx, params: { period } }) =>
    inTurn(ctx.by?.userId ?? '', async () => {
      const figures = await readPeriod(ctx, period);
      const bytes = await renderPack(await nameOfOrganisation(ctx), figures);
      return { name: `month-end-${period}.pdf`, bytes };
    }),
  );

  serve(contract.getFiguresSpreadsheet, ({ ctx, params: { period } }) =>
    inTurn(ctx.by?.userId ?? '', async () => {
      const figures = await readPeriod(ctx, period);
      const last = lastDayOf(figures.byMonth.at(-1)?.month ?? '');
      const bytes = await writeSpreadsheet({
        figures,
        journal: await readJournal(ctx.db, figures.byMonth),
        owed: await readOwedOn(ctx.db, last),
        accounts: (await readSettings(ctx.db)).accounts,
      });
      return { name: `month-end-${period}.xlsx`, bytes, isDownload: true };
    }),
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

  serve(contract.closeMonth, ({ ctx, body }) => closeMonth(ctx, body));

  serve(contract.reopenMonth, ({ ctx, body }) => reopenMonth(ctx, body));

  serve(contract.updateMonthEndSettings, ({ ctx, body }) => updateSettings(ctx, body));

  serve(contract.countCash, ({ ctx, body }) => countCash(ctx, body));

  serve(contract.updateOpeningBalances, ({ ctx, body }) => updateOpenings(ctx, body));
}

async function nameOfOrganisation({ db }: Context): Promise<string> {
  const company = await db.selectFrom('company_info').select('name').executeTakeFirst();
  return company?.name ?? '';
}
