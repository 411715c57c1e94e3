import { addDays } from '#contract/calendar.ts';
import { dayOf } from '#contract/days.ts';
import * as cash from '#contract/month-end/cash-count.ts';
import { callApi } from '#test/support/call.ts';
import type { Call, Options } from './call.ts';
import type { Fixture } from './fixture.ts';

const addsUp: Options = {
  exception: {
    perMember: 20,
    ms: 2000,
    reason: 'adds up what was posted to the cash',
    whileSmall: true,
  },
};

export function cashCountCalls({ app, as, call }: Fixture): Call[] {
  const today = dayOf(app.ctx().at);
  const count = (amount: number, day = today) => ({ body: { day, amount } });
  /** One rand more than the books have. */
  const differing = async (day = today) => {
    await callApi(app, cash.countCash, count(0, day), as);
    const { counts } = (await callApi(app, cash.getCashCounts, {}, as)).data;
    const { books = 0 } = counts.find((one) => one.day === day) ?? {};
    await callApi(app, cash.countCash, count(books + 1, day), as);
    return { body: { day, amount: 1, reason: 'found' } };
  };
  return [
    call(cash.countCash, count(12)),
    call(cash.getCashCounts, {}, addsUp),
    call(cash.bookCashDifference, () => differing(), addsUp),
    call(cash.undoCashDifference, async () => {
      const body = await differing(addDays(today, -1));
      const { data } = await callApi(app, cash.bookCashDifference, body, as);
      return { params: { id: data.id }, body: { reason: 'by mistake' } };
    }),
  ];
}
