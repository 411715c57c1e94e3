import type { Day } from '#contract/days.ts';
import { paymentReference } from '#contract/payment-references/payment-reference.ts';
import type { TestApp } from '#test/support/app.ts';
import { type openMatching, partsOf } from '#test/support/bank-matching/open-matching.ts';
import { part, pick, type Picked as Step } from './pick.ts';

export const lineKinds = [
  'importLines',
  'bookLine',
  'bookSuggested',
  'bookHalf',
  'undoLine',
  'dismissLine',
  'reopenLine',
] as const;

interface Options {
  paidOn: ((step: Step) => Day) | undefined;
  matching: () => Promise<ReturnType<typeof openMatching>>;
  openInvoices: () => Promise<{ number: number; amount_cents: number; paid_cents: number }[]>;
}

/** What can happen to bank lines. A step answers undefined if it finds no row. */
export function openLineSteps(app: TestApp, { paidOn, matching, openInvoices }: Options) {
  const linesOf = (state: 'open' | 'dismissed') =>
    app.db
      .selectFrom('bank_lines')
      .select('id')
      .where('state', '=', state)
      .orderBy('day')
      .orderBy('id')
      .execute();
  return {
    /** Lines that pay an invoice, in part or too much, take the money back, and are the bank's own. */
    async importLines(step: Step) {
      const invoice = pick(await openInvoices(), step);
      if (invoice === undefined) return undefined;
      const reference = paymentReference('INV', invoice.number);
      const amount = part(invoice.amount_cents - invoice.paid_cents, step);
      const day = paidOn?.(step);
      const movements = [
        { text: reference, rand: amount, day },
        { text: `REV-${reference}`, rand: -amount, day },
        { text: 'A GUEST', rand: part(60_000, step), day },
        { text: '#FEE', rand: -8.5, day },
        { text: 'PAYFAST   PO00918273', rand: 3482.15, day },
      ];
      // Mostly one, because each has to be booked as well.
      return (await matching()).imported(movements.slice(0, step.share % 2 === 0 ? 1 : 5));
    },
    async bookLine(step: Step) {
      const id = pick(await linesOf('open'), step)?.id;
      return id && (await matching()).bookFirst(id);
    },
    async bookSuggested(step: Step) {
      const bank = await matching();
      const id = pick(await linesOf('open'), step)?.id;
      const suggestions = id === undefined ? [] : (await bank.read(id)).suggestions;
      const suggestion = suggestions[step.share % Math.max(1, suggestions.length)];
      return id && suggestion && bank.book(id, partsOf(suggestion));
    },
    async bookHalf(step: Step) {
      const bank = await matching();
      const id = pick(await linesOf('open'), step)?.id;
      if (id === undefined) return undefined;
      const amount = Math.max(1, Math.round(Math.abs((await bank.read(id)).open) / 2));
      const half =
        step.share % 2 === 0
          ? { kind: 'charge' as const, amount }
          : { kind: 'credit' as const, amount, payerName: 'A Guest' };
      return bank.book(id, [half]);
    },
    async undoLine(step: Step) {
      const matches = await app.db
        .selectFrom('bank_matches')
        .select('id')
        .where('reversed_at', 'is', null)
        .orderBy('recorded_at')
        .orderBy('id')
        .execute();
      const id = pick(matches, step)?.id;
      return id && (await matching()).undo(id);
    },
    async dismissLine(step: Step) {
      const id = pick(await linesOf('open'), step)?.id;
      return id && (await matching()).dismiss(id);
    },
    async reopenLine(step: Step) {
      const id = pick(await linesOf('dismissed'), step)?.id;
      return id && (await matching()).reopen(id);
    },
  };
}
