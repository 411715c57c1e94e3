import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { recordMoney, refundCredit } from '#contract/payments/credits.ts';
import type { TestApp } from '#test/support/app.ts';
import { rowsOf } from '#test/support/assertions.ts';
import { callApi } from '#test/support/call.ts';
import { openMatching } from './open-matching.ts';

export type Paid = Awaited<ReturnType<ReturnType<typeof openSettlements>['paid']>>;

/** Payments by card machine, what was refunded and went back, and what their lines move in the ledger. */
export function openSettlements(app: TestApp, token: string) {
  const as = { token };
  const bank = openMatching(app, token);
  let people = 0;

  /** A payment that was recorded by hand. */
  async function paid(
    paidOn = '2027-03-05',
    paidBy: 'Card Machine' | 'Cash' | 'EFT' = 'Card Machine',
  ) {
    const member = await bank.owing(`machine-${(people += 1)}@example.org`);
    const params = { id: member.invoiceId };
    const body = { amount: member.rand, paidOn, paidBy };
    const reply = await callApi(app, processInvoicePayment, { params, body }, as);
    assert.equal(reply.status, 200, reply.message);
    const targetId = (await rowsOf(app, member.invoiceId)).payments[0]?.id ?? '';
    return { ...member, targetId };
  }

  const came = ({ targetId, rand }: { targetId: string; rand: number }, fee = 0) => {
    const amount = Math.round((rand - fee) * 100) / 100;
    return { kind: 'recorded' as const, targetId, amount, ...(fee > 0 && { fee }) };
  };
  const wentBack = (payment: { targetId: string; rand: number }, fee = 0) => ({
    ...came(payment, fee),
    kind: 'reversal' as const,
    reason: 'Charged back',
  });

  async function booked(line: string, parts: Parameters<typeof bank.book>[1]) {
    const reply = await bank.book(line, parts);
    assert.equal(reply.status, 200, reply.message);
    return reply.data;
  }

  /** What the ledger has in each account, in rand. Fees and charges are expenses, income is below zero. */
  async function balances(): Promise<Record<string, number>> {
    const { rows } = await sql<{ account: string; cents: number }>`
    SELECT account, sum(cents)::bigint AS cents FROM ledger_lines WHERE account <> 'opening' GROUP BY 1`.execute(
      app.db,
    );
    return Object.fromEntries(rows.map(({ account, cents }) => [account, cents / 100]));
  }

  async function changeOf(run: () => Promise<unknown>): Promise<Record<string, number>> {
    const before = await balances();
    await run();
    const after = await balances();
    return Object.fromEntries(
      Object.keys(after).flatMap((name) => {
        const rand = Math.round(((after[name] ?? 0) - (before[name] ?? 0)) * 100) / 100;
        return rand === 0 ? [] : [[name, rand]];
      }),
    );
  }

  /** Money that came by card machine on 5 March, of which `refunded` was paid back by `refundedBy` on 9 March. */
  async function refundedLater(
    takings: number,
    refunded: number,
    refundedBy: 'Card Machine' | 'EFT' = 'Card Machine',
  ) {
    const body = {
      payerName: 'Zola',
      amount: takings,
      paidOn: '2027-03-05',
      paidBy: 'Card Machine' as const,
    };
    const money = await callApi(app, recordMoney, { body }, as);
    assert.equal(money.status, 201, money.message);
    const { id } = money.data;
    const refund = { amount: refunded, refundedOn: '2027-03-09', refundedBy, reference: 'YOCO' };
    const reply = await callApi(app, refundCredit, { params: { id }, body: refund }, as);
    assert.ok(reply.status < 300, JSON.stringify(reply));
    const use = await app.db
      .selectFrom('credit_uses')
      .select('id')
      .where('payment_id', '=', id)
      .executeTakeFirstOrThrow();
    return {
      came: { kind: 'recorded' as const, targetId: id, amount: takings },
      refund: { kind: 'refund' as const, targetId: use.id, amount: refunded },
    };
  }

  return { bank, paid, came, wentBack, booked, balances, changeOf, refundedLater };
}
