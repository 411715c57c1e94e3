import { randomInt, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { bookMoneyLine, dismissMoneyLine, undoMatch } from '#contract/bank-matching/endpoints.ts';
import { importStatement, updateStatement } from '#contract/bank-statements/endpoints.ts';
import { addDays } from '#contract/calendar.ts';
import { type Day, dayOf } from '#contract/days.ts';
import type { EndpointShape, InputOf } from '#contract/endpoint.ts';
import { processInvoicePayment } from '#contract/invoices/endpoints.ts';
import { closeMonth, reopenMonth } from '#contract/month-end/endpoints.ts';
import { addMonths, firstDayOf, monthOf } from '#contract/month-end/periods.ts';
import { undoPayment } from '#contract/payments/admin-endpoints.ts';
import { recordMoney, refundCredit } from '#contract/payments/credits.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { writeStatement } from '#test/support/bank-statements/write-statement.ts';
import { callOver } from './call.ts';
import type { Commands } from './commands.ts';

/** Two accounts. Each statement continues the one before. */
const accounts = ['62000000017', '62000000025'].map((number) => ({ number, statements: 0 }));
/** Of each statement, in rand. */
const amounts = [450, 450, 200, 77, -450, -8.5];
export const linesOfStatement = amounts.length;
const statementCents = amounts.reduce((sum, amount) => sum + amount * 100, 0);

/** Days, of each statement. */
const statementDays = 3;

interface Options {
  url: string;
  db: Db;
  commands: Commands;
}

/** What an office does with money, statements and months. Each call is one command, with rows that no other call uses. */
export function openOffice({ url, db, commands }: Options) {
  const today = dayOf(new Date());
  const start = firstDayOf(addMonths(monthOf(today), -10));
  let session: Record<string, string> = {};
  const inUse = new Set<string>();
  let tags = 0;

  const anyDay = () => addDays(start, randomInt(300));
  const tagOf = (what: string) => `${what}-${++tags}`;
  const oneOf = <T>(values: readonly T[]): T => values[randomInt(values.length)] as T;

  const send = <E extends EndpointShape>(key: string, endpoint: E, input: InputOf<E>) => {
    const headers = { ...session, 'idempotency-key': randomUUID() };
    return commands.run(key, async () => (await callOver(url, endpoint, input, headers)).status);
  };

  /** Runs `command` with a random row of the query that no other call uses. The ids say what it uses. */
  async function withRow<T extends { ids: string[] }>(
    query: ReturnType<typeof sql<T>>,
    command: (row: T) => Promise<void>,
  ): Promise<void> {
    const free = ({ ids }: T) => ids.every((id) => !inUse.has(id));
    const candidates = (await query.execute(db)).rows.filter(free);
    if (candidates.length === 0) return;
    const { ids } = oneOf(candidates);
    for (const id of ids) inUse.add(id);
    try {
      // Another call can have used it before.
      const { rows } = await query.execute(db);
      const row = rows.find((one) => String(one.ids) === String(ids));
      if (row !== undefined) await command(row);
    } finally {
      for (const id of ids) inUse.delete(id);
    }
  }

  async function record(paidOn: Day, reportedElsewhere: boolean) {
    const key = tagOf('money');
    const body = { payerName: key, amount: oneOf([450, 200, 77]), paidOn, reportedElsewhere };
    await send(key, recordMoney, { body });
  }

  const money = () => record(anyDay(), randomInt(4) === 0);

  const pay = () =>
    withRow(
      sql<{
        ids: string[];
      }>`SELECT ARRAY[id::text] AS ids FROM invoices WHERE paid_cents < amount_cents`,
      async ({ ids: [id = ''] }) => {
        const key = tagOf('pay');
        const body = { bankReference: key, amount: oneOf([450, 200]), paidOn: anyDay() };
        await send(key, processInvoicePayment, { params: { id }, body });
      },
    );

  /** Money in is a recorded payment of the same amount, an invoice, a credit or interest; money out a return or a charge. */
  const book = () =>
    withRow(
      sql<{ ids: string[]; open: number; isOut: boolean; invoice: string | null }>`
        SELECT array_remove(ARRAY[l.id, p.id]::text[], NULL) AS ids, l.amount_cents < 0 AS "isOut",
          (abs(l.amount_cents) - l.booked_cents) / 100.0::float8 AS open,
          (SELECT id FROM invoices WHERE paid_cents = 0 ORDER BY md5(id::text || l.id::text) LIMIT 1) AS invoice
        FROM bank_lines AS l LEFT JOIN LATERAL (
          SELECT id FROM payments WHERE source = 'administrator' AND reversed_at IS NULL
            AND l.booked_cents = 0 AND amount_cents = abs(l.amount_cents) AND used_cents = 0
            AND NOT EXISTS (SELECT FROM bank_matches WHERE payment_id = payments.id AND reversed_at IS NULL)
          ORDER BY md5(id::text || l.id::text) LIMIT 1
        ) AS p ON true
        WHERE l.state = 'open'`,
      async ({ ids: [id = '', payment], open: amount, isOut, invoice }) => {
        const part = oneOf([
          ...(payment === undefined
            ? []
            : [
                isOut
                  ? ({ kind: 'reversal', targetId: payment, amount, reason: 'Returned' } as const)
                  : ({ kind: 'recorded', targetId: payment, amount } as const),
              ]),
          ...(isOut || invoice === null
            ? []
            : [{ kind: 'invoice', recordId: invoice, amount } as const]),
          ...(isOut ? [] : [{ kind: 'credit', payerName: 'Somebody', amount } as const]),
          { kind: oneOf(['charge', 'transfer'] as const), amount },
        ]);
        await send(`line ${id}`, bookMoneyLine, { params: { id }, body: { parts: [part] } });
      },
    );

  const undoLine = () =>
    withRow(
      sql<{ ids: string[] }>`
        SELECT array_remove(ARRAY[m.id, m.line_id, m.payment_id, m.credit_use_id]::text[], NULL) AS ids
        FROM bank_matches AS m WHERE m.reversed_at IS NULL`,
      async ({ ids: [id = ''] }) => {
        const key = tagOf('undo');
        const body = { reason: key, period: 'kept', voidsOther: true } as const;
        await send(key, undoMatch, { params: { id }, body });
      },
    );

  const dismiss = () =>
    withRow(
      sql<{ ids: string[] }>`
        SELECT ARRAY[id::text] AS ids FROM bank_lines WHERE state = 'open' AND booked_cents = 0`,
      async ({ ids: [id = ''] }) => {
        const key = tagOf('dismiss');
        await send(key, dismissMoneyLine, { params: { id }, body: { reason: key } });
      },
    );

  const undoPaid = () =>
    withRow(
      sql<{ ids: string[]; counts: boolean }>`
        SELECT array_remove(ARRAY[p.id, m.id, m.line_id]::text[], NULL) AS ids, p.counts_for IS NOT NULL AS counts
        FROM payments AS p LEFT JOIN bank_matches AS m ON m.payment_id = p.id AND m.reversed_at IS NULL
        WHERE p.reversed_at IS NULL AND p.used_cents = 0 AND p.source = 'administrator'`,
      async ({ ids: [id = ''], counts }) => {
        const key = tagOf('undo');
        const choice = { period: 'kept', voidsOther: true } as const;
        const body = { reason: key, keepAsCredit: counts && randomInt(2) === 0, ...choice };
        await send(key, undoPayment, { params: { id }, body });
      },
    );

  const refund = () =>
    withRow(
      sql<{ ids: string[] }>`
        SELECT ARRAY[id::text] AS ids FROM payments WHERE credit_cents > 100`,
      async ({ ids: [id = ''] }) => {
        const key = tagOf('refund');
        const body = { amount: 1, refundedOn: today, reason: key };
        await send(key, refundCredit, { params: { id }, body });
      },
    );

  /** The next statement of an account. Only one call at a time. */
  async function statement() {
    const account = oneOf(accounts);
    const { number, statements } = account;
    const from: Day = addDays(start, statements * statementDays);
    if (from >= addDays(today, -statementDays)) return;
    const key = `statement ${number}-${statements}`;
    const movements = amounts.map((amount, place) => ({
      day: addDays(from, place % statementDays),
      cents: amount * 100,
      kind: amount > 0 ? 'MAGTAPE CREDIT' : '',
      text: `${key} ${place}`,
    }));
    const content = writeStatement(
      'fnb-history',
      movements.toSorted((one, other) => one.day.localeCompare(other.day)),
      { number, openingCents: 1_000_000 + statements * statementCents },
    );
    await commands.run(key, async () => {
      const reply = await fetch(`${url}/api/bank-statements?fileName=${number}.csv`, {
        method: 'POST',
        headers: { ...session, 'content-type': 'application/octet-stream' },
        body: content,
        signal: AbortSignal.timeout(20_000),
      });
      const { data } = (await reply.json()) as { data: { id: string } };
      const params = { id: data.id };
      const known = await sql<{ id: string }>`
        SELECT id FROM bank_accounts WHERE number = ${number}`.execute(db);
      const accountId = known.rows[0]?.id;
      const body =
        accountId === undefined
          ? { newAccount: { bank: 'FNB', number, name: 'Club' } as const }
          : { accountId };
      await callOver(url, updateStatement, { params, body }, session);
      const { status } = await callOver(url, importStatement, { params }, session);
      // A file that was imported before the process was killed is the next one, too.
      if (status === 200) account.statements += 1;
      return status;
    });
  }

  /** Closes the next month, or reopens the last one. Only one call at a time. */
  async function month() {
    const { rows } = await sql<{ month: string }>`
      SELECT to_char(month, 'YYYY-MM') AS month FROM closed_months WHERE reopened_at IS NULL
      ORDER BY 1 DESC LIMIT 1`.execute(db);
    const last = rows[0]?.month;
    const next = last === undefined ? monthOf(start) : addMonths(last, 1);
    const isLast = next >= addMonths(monthOf(today), -1);
    if (last !== undefined && (isLast || randomInt(3) === 0)) {
      const key = tagOf('reopen');
      await send(key, reopenMonth, { body: { month: last, reason: key } });
    } else await send(`close ${next}`, closeMonth, { body: { month: next } });
  }

  return {
    /** The session of later calls. */
    authorize: (headers: Record<string, string>) => (session = headers),
    start,
    /** The books begin with this. */
    first: () => record(start, false),
    clerk: () => oneOf([statement, statement, month])(),
    colleague: () =>
      oneOf([money, money, pay, book, book, book, undoLine, undoPaid, dismiss, refund])(),
  };
}
