import { addDays } from '#contract/calendar.ts';
import { checkBooks, getBooks } from '#contract/books/endpoints.ts';
import { dayOf } from '#contract/days.ts';
import { searchBalances } from '#contract/month-end/balances.ts';
import { searchMovements } from '#contract/month-end/cash-book.ts';
import * as monthEnd from '#contract/month-end/endpoints.ts';
import { searchExceptions } from '#contract/month-end/exceptions.ts';
import { getPlots } from '#contract/month-end/plots.ts';
import { addMonths, monthOf } from '#contract/month-end/periods.ts';
import { recordMoney } from '#contract/payments/credits.ts';
import { callApi } from '#test/support/call.ts';
import { seededDay } from '#test/support/seed-large.ts';
import type { Call } from './call.ts';
import { cashCountCalls } from './cash-count.ts';
import type { Fixture } from './fixture.ts';
import { wholeFile } from './searches.ts';

const addsUp = {
  exception: {
    perMember: 26,
    ms: 2000,
    reason: 'adds up the ledger and PayFast, if no month before is closed',
  },
};

function cashBookCalls(call: Fixture['call'], params: { period: string }): Call[] {
  return [
    call(searchMovements, { body: { ...params, account: 'bank' } }, addsUp),
    call(
      searchMovements,
      { body: { ...params, account: 'all', text: 'Dlamini' } },
      { ...addsUp, case: 'text' },
    ),
    call(searchMovements, { body: { ...params, account: 'all' } }, wholeFile(20)),
    call(searchBalances, { body: {} }, addsUp),
    call(searchBalances, { body: { text: 'Dlamini' } }, { ...addsUp, case: 'text' }),
    call(searchBalances, { body: {} }, wholeFile(20)),
    call(
      searchExceptions,
      { body: params },
      {
        exception: { perMember: 0.1, ms: 300, reason: 'reads the audit log of the period' },
      },
    ),
    call(searchExceptions, { body: params }, wholeFile(20)),
  ];
}

const booksCalls = (call: Fixture['call']): Call[] => [
  call(getBooks, {}),
  call(
    checkBooks,
    {},
    {
      notAudited: 'changes no record',
      exception: {
        perMember: 210,
        ms: 6000,
        reason:
          'adds up every invoice, payment, bank line and entry, and compares them with the audit log, and every closed month with its list',
      },
    },
  ),
];

export function monthEndCalls(fixture: Fixture): Call[] {
  const { app, as, call } = fixture;
  // The month before the day of the seed. Later months have few bookings.
  const params = { period: addMonths(monthOf(seededDay), -1) };
  const read = async () => (await callApi(app, monthEnd.getMonthEnd, {}, as)).data;
  /** The first open month, with money in a month that is over. */
  const toClose = async () => {
    const paidOn = addDays(dayOf(app.ctx().at), -40);
    const money = { payerName: 'Nomsa Dlamini', amount: 50, paidOn, paidBy: 'EFT' as const };
    await callApi(app, recordMoney, { body: money }, as);
    return { body: { month: (await read()).toClose ?? '', despiteFailures: true } };
  };
  return [
    ...booksCalls(call),
    call(monthEnd.getMonthEnd, {}),
    call(monthEnd.getFigures, { params }, addsUp),
    call(getPlots, { params }, addsUp),
    ...cashBookCalls(call, params),
    call(monthEnd.getFiguresPdf, { params }, addsUp),
    call(
      monthEnd.getFiguresSpreadsheet,
      { params },
      {
        exception: {
          perMember: 30,
          ms: 4000,
          reason: 'adds up the ledger and lists the open invoices',
        },
      },
    ),
    call(monthEnd.getJournal, { params: { ...params, program: 'xero' } }, addsUp),
    call(monthEnd.closeMonth, toClose, {
      exception: {
        perMember: 270,
        ms: 9000,
        reason:
          'checks the books each time, and here closes a month before seven years of bookings',
      },
    }),
    call(
      monthEnd.reopenMonth,
      async () => {
        await callApi(app, monthEnd.closeMonth, await toClose(), as);
        return { body: { month: (await read()).toReopen ?? '', reason: 'by mistake' } };
      },
      {
        exception: {
          perMember: 50,
          ms: 2000,
          reason: 'adds up what was posted before the accounts began',
        },
      },
    ),
    call(monthEnd.updateMonthEndSettings, async () => {
      const { settings } = await read();
      return { body: { ...settings, yearEndMonth: (settings.yearEndMonth % 12) + 1 } };
    }),
    ...cashCountCalls(fixture),
    call(
      monthEnd.updateOpeningBalances,
      async () => {
        const { openingBalances } = await read();
        const cash = openingBalances.find(({ account }) => account === 'cash');
        const amount = (cash?.amount ?? 0) + 1;
        // Before the first money: months with it can be closed.
        const day = cash?.day ?? '2015-12-31';
        const entered = { account: 'cash' as const, bankAccountId: null, amount, day };
        return { body: { balances: [entered] } };
      },
      { exception: { perMember: 3, ms: 2000, reason: 'adds up what was posted in the account' } },
    ),
  ];
}
