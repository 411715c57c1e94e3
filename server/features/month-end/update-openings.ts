import { sql } from 'kysely';
import { type Day, dayOf } from '#contract/days.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import { centsOf } from '#contract/money.ts';
import { formatFigure } from '#contract/month-end/format-figure.ts';
import type {
  MonthEnd,
  OpeningBalance,
  updateOpeningBalances as endpoint,
} from '#contract/month-end/endpoints.ts';
import { lastDayOf } from '#contract/month-end/periods.ts';
import { monthEndTexts as texts } from '#contract/month-end/texts.ts';
import type { Context } from '#server/context.ts';
import { badField, conflict } from '#server/errors.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { postOpenings } from '#server/features/ledger/post-openings.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { lastClosedMonth, readMonthEnd } from './queries.ts';

type Entered = BodyOf<typeof endpoint>['balances'][number];
type AccountKey = Pick<Entered, 'account' | 'bankAccountId'>;

/** Stores the balances with which accounts began, and posts what has changed. product-rules 24.11. */
export async function updateOpenings(
  ctx: Context,
  { balances }: BodyOf<typeof endpoint>,
): Promise<MonthEnd> {
  return inTransaction(ctx, async (inside) => {
    await lockAccounts(inside, balances);
    const { openingBalances: before } = await readMonthEnd(inside);
    for (const [place, entered] of balances.entries()) {
      const opening = before.find((one) => isSame(one, entered));
      assertPossible(entered, opening, { place, today: dayOf(inside.at) });
      await refuseLaterDay(inside, entered, opening);
      await store(inside, entered);
    }
    await postOpenings(inside, (one) => balances.some((entered) => isSame(one, entered)));
    const monthEnd = await readMonthEnd(inside);
    await audit(inside, before, monthEnd.openingBalances);
    return monthEnd;
  });
}

const isSame = (one: AccountKey, other: AccountKey) =>
  one.account === other.account && one.bankAccountId === other.bankAccountId;

/** No statement of these accounts is imported meanwhile, and no other call enters balances. */
async function lockAccounts({ db }: Context, balances: readonly Entered[]): Promise<void> {
  await db.selectFrom('book_settings').select('year_end_month').forUpdate().executeTakeFirst();
  const ids = balances.flatMap(({ bankAccountId }) => bankAccountId ?? []);
  if (ids.length === 0) return;
  await db
    .selectFrom('bank_accounts')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forUpdate()
    .execute();
}

function assertPossible(
  { account, amount, day }: Entered,
  opening: OpeningBalance | undefined,
  { place, today }: { place: number; today: Day },
): void {
  if (opening === undefined) throw badField(`balances.${place}.amount`, texts.openingUnknown);
  if (opening.source === 'statement') throw conflict(texts.openingStated(opening.name));
  if (amount === null) return;
  if (account === 'cash' && amount < 0)
    throw badField(`balances.${place}.amount`, texts.openingBelowZero);
  const field = `balances.${place}.day`;
  if (day === null) throw badField(field, 'Please enter a date.');
  if (day > today) throw badField(field, texts.openingInFuture);
  const { lastDay } = opening;
  if (lastDay !== null && day > lastDay) throw badField(field, texts.openingTooLate(lastDay));
}

/**
 * Money that has moved would become a part of the balance, and what is missing of it would disappear in the opening
 * balances. Until a month is closed, the books can begin after their first money.
 */
async function refuseLaterDay(
  { db }: Context,
  { account, day }: Entered,
  opening: OpeningBalance | undefined,
): Promise<void> {
  // That of a bank account is never after its first line.
  if (account === 'bank' || day === null) return;
  const from = opening?.day ?? null;
  const closed = await lastClosedMonth(db);
  const { rows } = await sql<{ day: Day | null }>`
    SELECT min(e.day) AS day FROM ledger_lines AS l JOIN ledger_entries AS e ON e.id = l.entry_id
    WHERE l.account = ${account} AND e.kind <> 'opening' AND e.day <= ${day}::date
      AND CASE WHEN ${from}::date IS NULL THEN e.booked_on <= ${closed === null ? null : lastDayOf(closed)}::date
        ELSE e.day > ${from}::date END`.execute(db);
  const first = rows[0]?.day ?? null;
  if (first === null || opening === undefined) return;
  const { name } = opening;
  throw conflict(from === null ? texts.openingClosed(name, first) : texts.openingMoved(name, from));
}

async function store(
  { db }: Context,
  { account, bankAccountId, amount, day }: Entered,
): Promise<void> {
  await db
    .deleteFrom('opening_balances')
    .where('account', '=', account)
    .where('bank_account_id', 'is not distinct from', bankAccountId)
    .execute();
  if (amount === null || day === null) return;
  await db
    .insertInto('opening_balances')
    .values({ account, bank_account_id: bankAccountId, day, cents: centsOf(amount) })
    .execute();
}

async function audit(
  ctx: Context,
  before: readonly OpeningBalance[],
  after: readonly OpeningBalance[],
): Promise<void> {
  const [wordsBefore, wordsAfter] = [inWords(before), inWords(after)];
  if (JSON.stringify(wordsBefore) === JSON.stringify(wordsAfter)) return;
  const { id, name } = await ctx.db
    .selectFrom('company_info')
    .select(['id', 'name'])
    .executeTakeFirstOrThrow();
  const change = { action: 'updateOpeningBalances', subject: 'companyInfo', id, name } as const;
  await recordAudit(ctx, { ...change, before: wordsBefore, after: wordsAfter });
}

/** One field for each account. */
function inWords(openings: readonly OpeningBalance[]): Record<string, string> {
  return Object.fromEntries(
    openings.map(({ name, amount, day }) => [
      name,
      amount === null || day === null ? '' : texts.openingOf(formatFigure(amount), day),
    ]),
  );
}
