import { sql } from 'kysely';
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
  'bookSettlement',
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
    /** What a service settles, in or out: payments less a fee, less one that was taken back, and what else it kept. */
    async bookSettlement({ share, which }: Step) {
      const payments = await app.db
        .selectFrom('payments as p')
        .select(['p.id', 'p.amount_cents'])
        .select((row) =>
          row
            .exists(
              row
                .selectFrom('bank_matches as m')
                .select('m.id')
                .whereRef('m.payment_id', '=', 'p.id')
                .where('m.reversed_at', 'is', null),
            )
            .as('isMatched'),
        )
        .where('p.source', '=', 'administrator')
        .where('p.method', 'not in', ['Credit Card', 'Cash'])
        .where('p.reversed_at', 'is', null)
        // Only of a card machine all can be in one line.
        .orderBy(sql`p.method <> 'Card Machine'`)
        .orderBy('p.recorded_at', 'desc')
        .orderBy('p.id')
        .execute();
      const came = payments.filter(({ isMatched }) => !isMatched).slice(0, 2);
      // Some go back with the line that brings them.
      const gone = pick(which % 5 === 0 ? came : payments.filter(({ isMatched }) => isMatched), {
        share,
        which,
      });
      const keptCents = share % 3 === 0 ? 500 : 0;
      const fee = (cents: number) => (share % 2 === 0 ? Math.floor(cents / 20) : 0);
      const cents =
        came.reduce((sum, one) => sum + one.amount_cents - fee(one.amount_cents), 0) -
        (gone?.amount_cents ?? 0) -
        keptCents;
      if (came.length === 0 || cents === 0) return undefined;
      const bank = await matching();
      const day = paidOn?.({ share, which });
      const [id = ''] = await bank.imported([
        { text: 'YOCO SETTLEMENT', rand: cents / 100, ...(day !== undefined && { day }) },
      ]);
      const reason = 'Charged back';
      return bank.book(id, [
        ...came.map((one) => {
          const kept = fee(one.amount_cents);
          const amount = (one.amount_cents - kept) / 100;
          const less = kept > 0 ? { fee: kept / 100 } : {};
          return { kind: 'recorded' as const, targetId: one.id, amount, ...less };
        }),
        ...(keptCents === 0
          ? []
          : [
              {
                kind: which % 2 === 0 ? ('kept-fee' as const) : ('kept-charge' as const),
                amount: keptCents / 100,
                reason: 'Rental',
              },
            ]),
        ...(gone === undefined
          ? []
          : [
              {
                kind: 'reversal' as const,
                targetId: gone.id,
                amount: gone.amount_cents / 100,
                reason,
                period: 'kept' as const,
                voidsOther: true,
              },
            ]),
      ]);
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
