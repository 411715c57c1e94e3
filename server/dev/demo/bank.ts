import { addDays } from '#contract/calendar.ts';
import { type Day, dayOf } from '#contract/days.ts';
import {
  addMonths,
  firstDayOf,
  lastDayOf,
  monthOf,
  monthsBetween,
} from '#contract/month-end/periods.ts';
import { paymentReference } from '#contract/payment-references/payment-reference.ts';
import type { AppDeps } from '#server/app-deps.ts';
import type { Caller, Context } from '#server/context.ts';
import { bookLine } from '#server/features/bank-matching/book-line.ts';
import type { ChosenPart } from '#server/features/bank-matching/record-on-wire.ts';
import { storeCertainty } from '#server/features/bank-matching/store-certainty.ts';
import { continueStatement } from '#server/features/bank-statements/continue-statement.ts';
import { importStatement } from '#server/features/bank-statements/import-statement.ts';
import { updateStatement } from '#server/features/bank-statements/update-statement.ts';
import { uploadStatement } from '#server/features/bank-statements/upload-statement.ts';
import { whereOpen } from '#server/features/invoices/open-invoices.ts';
import { closeMonth } from '#server/features/month-end/close-month.ts';
import { firstMonth } from '#server/features/month-end/queries.ts';
import { loadCardEntries } from '#server/features/payments/payouts/load-card-entries.ts';
import { makeProofToken } from '#server/features/proofs/proof-link.ts';
import { beginProof, sendProof } from '#server/features/proofs/send-proof.ts';
import { withPrivateFile } from '#server/platform/uploads/private-files.ts';
import { accountNumber } from './organisation.ts';
import type { Staff } from './staff.ts';

interface Bank {
  deps: Pick<AppDeps, 'secret'>;
  staff: Staff;
  ctx: (daysAgo: number, by: Caller | null) => Context;
}

const account = {
  bank: 'FNB',
  number: accountNumber,
  name: 'Bushveld Conservation Trust',
} as const;
const openingCents = 18_450_000;
const feeCents = 6500;

interface Movement {
  day: Day;
  cents: number;
  text: string;
  /** As what it is matched. Null: it waits. */
  part: ChosenPart | null;
}

/** A statement of each month. What the office has recorded is matched, and what came lately waits. */
export async function receiveStatements({ deps, staff, ctx }: Bank): Promise<void> {
  const now = ctx(0, staff.treasurer);
  const thisMonth = monthOf(dayOf(now.at));
  const yesterday = dayOf(ctx(1, null).at);
  const first = (await firstMonth(now.db)) ?? thisMonth;
  const waiting = await openInvoices(now, yesterday);
  const movements = [
    ...(await recordedMoney(now, firstDayOf(first), yesterday)),
    ...(await newMoney(now, waiting, yesterday)),
  ];
  let balance = openingCents;
  for (const month of monthsBetween(first, thisMonth)) {
    const ofMonth = movements.filter(({ day }) => monthOf(day) === month);
    if (month !== thisMonth) {
      ofMonth.push(bankFee(lastDayOf(month)), ...(await payout(now, lastDayOf(month))));
    }
    if (ofMonth.length === 0) continue;
    const inOrder = ofMonth.toSorted((one, other) => (one.day < other.day ? -1 : 1));
    await importMonth(now, inOrder, balance);
    balance += inOrder.reduce((sum, { cents }) => sum + cents, 0);
  }
  await storeCertainty(now);
  for (const { id } of waiting.slice(1, 3)) await sendPicture(deps, now, id);
}

/** After everything that is entered into earlier months. The last month is the treasurer's next task. */
export async function closeMonths({ staff, ctx }: Omit<Bank, 'deps'>): Promise<void> {
  const now = ctx(0, staff.treasurer);
  await closeMonth(now, { month: addMonths(monthOf(dayOf(now.at)), -2) });
}

function bankFee(day: Day): Movement {
  const part = { kind: 'charge', amountCents: feeCents, feeCents: 0, seenBalanceCents: undefined };
  return { day, cents: -feeCents, text: 'MONTHLY ACCOUNT FEE', part: part as ChosenPart };
}

/** The card money that is in no payout yet, as PayFast pays it out at the end of a month. */
async function payout({ db }: Context, day: Day): Promise<Movement[]> {
  const entries = await loadCardEntries(db, day);
  const cents = entries.reduce((sum, { netCents }) => sum + netCents, 0);
  if (cents <= 0) return [];
  const part = { kind: 'payout', amountCents: cents, feeCents: 0, seenBalanceCents: undefined };
  return [{ day, cents, text: 'PAYFAST PAYOUT', part: part as ChosenPart }];
}

/** What the treasurer has recorded by hand since that day. What came by a service is in the bank two days later. */
async function recordedMoney({ db }: Context, from: Day, to: Day): Promise<Movement[]> {
  const rows = await db
    .selectFrom('payments as p')
    .leftJoin('invoices as i', 'i.id', 'p.invoice_id')
    .leftJoin('donations as d', 'd.id', 'p.donation_id')
    .select(['p.id', 'p.paid_on', 'p.amount_cents', 'p.bank_reference', 'p.method'])
    .select(['i.number as invoice', 'd.number as donation'])
    .where('p.source', '=', 'administrator')
    .where('p.method', 'in', ['EFT', 'World Remit', 'Wise', 'Pay Pal'])
    .where('p.reversed_at', 'is', null)
    .where('p.paid_on', '>=', from)
    .where('p.paid_on', '<=', to)
    .orderBy('p.paid_on')
    .orderBy('p.id')
    .execute();
  const movements = rows.map((row): Movement => {
    const isDirect = row.method === 'EFT';
    const whole =
      row.invoice === null
        ? paymentReference('DON', row.donation ?? 0)
        : paymentReference('INV', row.invoice);
    const part: ChosenPart = {
      kind: 'recorded',
      targetId: row.id,
      amountCents: row.amount_cents,
      feeCents: 0,
      seenBalanceCents: undefined,
    };
    const text = row.bank_reference ?? (isDirect ? whole : `${row.method.toUpperCase()} ${whole}`);
    return { day: addDays(row.paid_on, isDirect ? 0 : 2), cents: row.amount_cents, text, part };
  });
  return movements.filter(({ day }) => day <= to);
}

/** The newest first. */
function openInvoices({ db }: Context, to: Day) {
  return db
    .selectFrom('invoices')
    .select(['id', 'number', 'amount_cents', 'payer_first_name', 'payer_last_name'])
    .where(whereOpen('invoices'))
    .where('member_type_id', 'is not', null)
    .where('payment_type', '=', 'EFT')
    .where('paid_cents', '=', 0)
    .where('created_at', '<', new Date(`${addDays(to, -4)}T00:00:00Z`))
    .orderBy('number', 'desc')
    .limit(8)
    .execute();
}

/** Most payers write the reference, some their name, and one nothing that helps. */
async function newMoney(
  { db }: Context,
  invoices: Awaited<ReturnType<typeof openInvoices>>,
  to: Day,
): Promise<Movement[]> {
  const gifts = await db
    .selectFrom('donations as d')
    .innerJoin('donation_types as t', 't.id', 'd.donation_type_id')
    .select(['d.number', 'd.amount_cents'])
    .where('d.payment_id', 'is', null)
    .where('t.name', '=', 'EFT')
    .orderBy('d.number', 'desc')
    .limit(2)
    .execute();
  const ofMembers = invoices.slice(3).map((invoice, place): Movement => {
    const { number, amount_cents: cents, payer_first_name, payer_last_name } = invoice;
    const name = `${payer_last_name} ${payer_first_name.charAt(0)}`.toUpperCase();
    const texts = [paymentReference('INV', number), name, `INV${number} ${name}`];
    const text = texts[place < 3 ? 0 : place - 2] ?? '';
    return { day: addDays(to, -(place % 4)), cents, text, part: null };
  });
  const ofDonors = gifts.map(({ number, amount_cents: cents }): Movement => {
    return { day: addDays(to, -1), cents, text: paymentReference('DON', number), part: null };
  });
  const unknown = { day: addDays(to, -3), cents: 30_000, text: 'CASH DEP BRANCH 4711', part: null };
  return [...ofMembers, ...ofDonors, unknown];
}

async function importMonth(ctx: Context, movements: Movement[], opening: number): Promise<void> {
  const { db } = ctx;
  const fileName = `FNB ${movements[0]?.day.slice(0, 7)}.csv`;
  const content = Buffer.from(statementOf(movements, opening));
  const { id } = await withPrivateFile([content], (file) =>
    uploadStatement(ctx, { fileName, file }),
  );
  const { account_id } = await db
    .selectFrom('bank_statements')
    .select('account_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  if (account_id === null) await updateStatement(ctx, id, { newAccount: account });
  await importStatement(ctx, id);
  await continueStatement(ctx, id);
  const lines = await db
    .selectFrom('bank_lines as l')
    .select(['l.id', 'l.day', 'l.text'])
    .where('l.statement_id', '=', id)
    .execute();
  for (const { day, text, part } of movements) {
    if (part === null) continue;
    const place = lines.findIndex((line) => line.day === day && line.text.endsWith(text));
    const [line] = lines.splice(place, place < 0 ? 0 : 1);
    if (line) await bookLine(ctx, line.id, [part]);
  }
}

/** As FNB writes it, the newest line first. */
function statementOf(movements: readonly Movement[], opening: number): string {
  const rand = (cents: number) => (cents / 100).toFixed(2);
  let balance = opening;
  const lines = movements.map(({ day, cents, text }) => {
    balance += cents;
    const kind = cents < 0 ? '#' : 'MAGTAPE CREDIT';
    return `${day.replaceAll('-', '/')}, ${rand(cents)}, ${rand(balance)}, ${kind} ${text}`;
  });
  return [
    'ACCOUNT TRANSACTION HISTORY',
    '',
    '',
    'Name:, Bushveld, Trust',
    `Account:, ${account.number}, [Gold Business Account]`,
    `Balance:, ${rand(balance)}, ${rand(balance)}`,
    '',
    'Date, Amount, Balance, Description',
    ...lines.toReversed(),
    '',
  ].join('\n');
}

/** A proof of payment of a member whose money is not here yet. */
async function sendPicture({ secret }: Bank['deps'], ctx: Context, invoiceId: string) {
  const link = { secret, token: makeProofToken(secret, invoiceId, ctx.at, { isMailed: true }) };
  const pdf = Buffer.from(`%PDF-1.4\n% Payment notification for invoice ${invoiceId}\n%%EOF\n`);
  await beginProof(ctx, link);
  await withPrivateFile([pdf], (file) => sendProof(ctx, { ...link, file }));
}
