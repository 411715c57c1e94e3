import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { TestContext } from 'node:test';
import { sql } from 'kysely';
import { bookMoneyLine } from '#contract/bank-matching/endpoints.ts';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { readIssuer } from '#server/features/company-info/queries.ts';
import { openDb, openPool } from '#server/platform/db/pool.ts';
import { addManyMembers } from '#test/support/many-members.ts';
import { signed, toldOf } from '#test/support/payfast/notifications.ts';
import { until } from '#test/support/outage.ts';
import { callOver } from './call.ts';

const pauseMs = 40;
const clients = 4;

/** Adds members, each with an open invoice of R450. Returns the ids of the invoices. */
export async function addOpenInvoices(databaseUrl: string, count: number): Promise<string[]> {
  const db = openDb(openPool(databaseUrl, 1));
  await addManyMembers({ db }, count, { lastName: 'Force', endsOn: '2099-12-31' });
  const { rows } = await sql<{ id: string }>`
    WITH last AS (
      UPDATE counters SET last_used = last_used + ${count} WHERE name = 'invoice' RETURNING last_used
    )
    INSERT INTO invoices (id, number, member_id, member_type_id, payer_first_name, payer_last_name,
      payer_email, payer_address, line, amount_cents, payment_type, issuer, created_at)
    SELECT gen_random_uuid(), last_used - ${count}::int + row_number() OVER (), id, member_type_id,
      first_name, last_name, email, '', 'Membership', 45000, 'Credit Card',
      ${JSON.stringify(await readIssuer(db))}, ${new Date()}::timestamptz
    FROM members, last WHERE last_name = 'Force'
    RETURNING id`.execute(db);
  await db.destroy();
  return rows.map(({ id }) => id);
}

export interface PaymentLoad {
  /** The provider's ids of the notifications that were answered with 200. */
  notifications: string[];
  /** The invoices whose payment by an administrator was answered with 200. */
  byHand: string[];
  /** The bank lines whose booking was answered with 200. */
  lines: string[];
  /** How often each other outcome came: a status, or "no connection". */
  failures: Map<string, number>;
  count(): number;
  /** Waits until that many calls have been answered since the start. */
  answered(count: number): Promise<unknown>;
  /** Waits until all calls have been answered. */
  end(): Promise<void>;
}

/**
 * Sends a notification for each invoice as the provider does, books a bank line for each, and records a payment of
 * every third one by hand, in any order. A call without an answer is repeated until it has one.
 */
export function startPaymentLoad(
  t: TestContext,
  { url, invoices, lines: open, session }: Options,
): PaymentLoad {
  const failures = new Map<string, number>();
  const [notifications, byHand, lines]: [string[], string[], string[]] = [[], [], []];
  const stopping = { isNow: false };

  /** False: it was refused. */
  async function insist(call: () => Promise<number>): Promise<boolean> {
    while (!stopping.isNow) {
      const status = await call().catch(() => 'no connection' as const);
      if (status === 200) return true;
      if (status === 400 || status === 409) return false;
      failures.set(String(status), (failures.get(String(status)) ?? 0) + 1);
      await setTimeout(pauseMs);
    }
    return false;
  }

  async function tell(id: string): Promise<void> {
    const fields = toldOf(id);
    const body = signed(fields);
    const isAnswered = await insist(async () => {
      const reply = await fetch(`${url}/api/payments/payfast/subscription`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body,
        signal: AbortSignal.timeout(20_000),
      });
      await reply.arrayBuffer();
      return reply.status;
    });
    const paymentId = fields.find(({ name }) => name === 'pf_payment_id')?.value ?? '';
    if (isAnswered) notifications.push(paymentId);
  }

  async function pay(id: string): Promise<void> {
    const headers = { ...session, 'idempotency-key': randomUUID() };
    const input = { params: { id }, body: {} };
    const call = async () => (await callOver(url, processInvoicePayment, input, headers)).status;
    if (await insist(call)) byHand.push(id);
  }

  /** As the payment of the invoice, or as a credit if it is paid by now. */
  async function book(line: string, invoice: string): Promise<void> {
    const parts = [
      { kind: 'invoice', recordId: invoice, amount: 450 },
      { kind: 'credit', payerName: 'Force', amount: 450 },
    ] as const;
    for (const part of parts) {
      const headers = { ...session, 'idempotency-key': randomUUID() };
      const input = { params: { id: line }, body: { parts: [part] } };
      const call = async () => (await callOver(url, bookMoneyLine, input, headers)).status;
      if (await insist(call)) return void lines.push(line);
    }
  }

  const waiting = invoices
    .flatMap((id, place) => [
      () => tell(id),
      () => book(open[place] ?? '', id),
      ...(place % 3 === 0 ? [() => pay(id)] : []),
    ])
    .toSorted(() => Math.random() - 0.5);
  const work = Array.from({ length: clients }, async () => {
    for (let call = waiting.pop(); call !== undefined; call = waiting.pop()) await call();
  });
  t.after(() => (stopping.isNow = true));
  const count = () => notifications.length + byHand.length + lines.length;
  return {
    notifications,
    byHand,
    lines,
    failures,
    count,
    answered: (wanted) => until(`${wanted} answers`, () => count() >= wanted, 120_000),
    end: async () => void (await Promise.all(work)),
  };
}

interface Options {
  url: string;
  invoices: string[];
  /** One for each invoice. */
  lines: string[];
  session: { authorization: string };
}
