import { addDays } from '#contract/calendar.ts';
import { dayOf } from '#contract/days.ts';
import * as monthEnd from '#contract/month-end/endpoints.ts';
import { recordMoney } from '#contract/payments/credits.ts';
import { callApi } from '#test/support/call.ts';
import type { AuditFixture } from './fixture.ts';

export function monthEndCalls({ app, as }: AuditFixture) {
  const read = async () => (await callApi(app, monthEnd.getMonthEnd, {}, as)).data;
  /** The first open month, with money in a month that is over. */
  const closeMonth = async () => {
    const paidOn = addDays(dayOf(app.ctx().at), -40);
    const money = { payerName: 'Nomsa Dlamini', amount: 50, paidOn, paidBy: 'EFT' as const };
    await callApi(app, recordMoney, { body: money }, as);
    const { toClose } = await read();
    const body = { month: toClose ?? '', despiteFailures: true };
    return callApi(app, monthEnd.closeMonth, { body }, as);
  };
  return {
    closeMonth,
    reopenMonth: async () => {
      await closeMonth();
      const { toReopen } = await read();
      const body = { month: toReopen ?? '', reason: 'by mistake' };
      return callApi(app, monthEnd.reopenMonth, { body }, as);
    },
    updateMonthEndSettings: async () => {
      const { settings } = await read();
      const yearEndMonth = (settings.yearEndMonth % 12) + 1;
      const body = { ...settings, yearEndMonth };
      return callApi(app, monthEnd.updateMonthEndSettings, { body }, as);
    },
  };
}
