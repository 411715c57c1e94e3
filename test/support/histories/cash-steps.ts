import { dayOf } from '#contract/days.ts';
import * as cash from '#contract/month-end/cash-count.ts';
import type { TestApp } from '#test/support/app.ts';
import { callApi } from '#test/support/call.ts';
import { pick, type Picked as Step } from './pick.ts';

/** What can happen to the cash box. A step answers undefined if it finds no row. */
export function openCashSteps(app: TestApp, as: () => Promise<{ token: string }>) {
  const count = async (amount: number | null) => {
    const body = { day: dayOf(app.clock.now()), amount };
    return callApi(app, cash.countCash, { body }, await as());
  };
  return {
    /** Nobody counts again, as an office would: payments of earlier days change what the books have on the day. */
    async bookDifference({ share }: Step) {
      const begun = await count(0);
      // Its difference of the same day is booked.
      if (begun.status === 409) return begun;
      const { counts } = (await callApi(app, cash.getCashCounts, {}, await as())).data;
      const { day = '', books = 0 } = counts[0] ?? {};
      const counted = Math.max(0, books + (share - 60) / 10);
      await count(Math.round(counted * 100) / 100);
      const amount = Math.round((counted - books) * 100) / 100;
      const body = { day, amount, reason: 'Stamps' };
      const reply = await callApi(app, cash.bookCashDifference, { body }, await as());
      await app.db.deleteFrom('cash_counts').where('day', '=', day).execute();
      return reply;
    },
    async undoDifference(step: Step) {
      const differences = await app.db
        .selectFrom('cash_differences')
        .select('id')
        .where('reversed_at', 'is', null)
        .orderBy('recorded_at')
        .orderBy('id')
        .execute();
      const id = pick(differences, step)?.id;
      const body = { reason: 'A mistake' };
      return id && callApi(app, cash.undoCashDifference, { params: { id }, body }, await as());
    },
  };
}
