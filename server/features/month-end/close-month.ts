import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { type BookResult, bookTexts, failuresOf } from '#contract/books/endpoints.ts';
import { dayOf, formatMonth } from '#contract/days.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import type { closeMonth as endpoint, MonthEnd } from '#contract/month-end/endpoints.ts';
import {
  addMonths,
  firstDayOf,
  lastDayOf,
  type Month,
  monthOf,
  monthsBetween,
} from '#contract/month-end/periods.ts';
import { brokenProofs } from '#contract/month-end/broken-proofs.ts';
import { type Differences, monthEndTexts as texts } from '#contract/month-end/texts.ts';
import type { Context } from '#server/context.ts';
import { badField, conflict } from '#server/errors.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { checkAndStore } from '#server/features/books/check-books.ts';
import { findDigest, storeMonthDigests } from '#server/features/books/month-digests.ts';
import { evaluateBooks } from '#server/features/books/run-checks.ts';
import { postOpenings } from '#server/features/ledger/post-openings.ts';
import { mailAdministrators } from '#server/features/company-info/tell-administrators.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { type BooksCheck, readMonthFigures, type StoredFigures } from './figures/month-figures.ts';
import { postDeferred } from './figures/read-deferred.ts';
import { lacksVatBasis } from '#server/features/ledger/change-vat-basis.ts';
import { waitForBookings } from '#server/features/ledger/wait-for-bookings.ts';
import { sectionsOf } from './figures/sections.ts';
import { readSchedules } from './pack/schedules.ts';
import { firstMonth, lastClosedMonth, readMonthEnd, readSettings } from './queries.ts';

/** Another process may check at this moment. */
const mostAttempts = 20;
const pauseMs = 250;

/** Closes all months up to this one, each in a transaction of its own. A repeat changes nothing. */
export async function closeMonth(
  ctx: Context,
  { month, despiteFailures = false }: BodyOf<typeof endpoint>,
): Promise<MonthEnd> {
  if (month >= monthOf(dayOf(ctx.at))) throw badField('month', texts.notOver(month));
  const last = await lastClosedMonth(ctx.db);
  const next = last === null ? await firstMonth(ctx.db) : addMonths(last, 1);
  if (next === null) throw conflict(texts.noBookings);
  if (last === null && next > month) throw conflict(texts.beginsLater(next));
  if (next <= month) {
    let checked = await checkNow(ctx, month);
    // Another call has closed it.
    if (checked === null) return readMonthEnd(ctx);
    const closed: Month[] = [];
    const differences = { checks: checked.books.failed, proofs: [] };
    refuseFailed(differences, { despiteFailures, closed });
    for (const one of monthsBetween(next, month)) {
      checked = await closeOne(ctx, one, {
        checked,
        despiteFailures,
        closed,
        isLast: one === month,
      });
      closed.push(one);
    }
  }
  return readMonthEnd(ctx);
}

interface Checked {
  books: BooksCheck;
  /** What was booked before the check. */
  booked: string;
}

/** Checks the books. Another process can be checking them at this moment. Null: the month is closed since. */
async function checkNow(ctx: Context, month: Month): Promise<Checked | null> {
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const booked = await countBooked(ctx.db);
    const results = await checkAndStore(ctx, { night: null });
    if (results !== null) return { books: checkOf(ctx, results), booked };
    await setTimeout(pauseMs);
    const last = await lastClosedMonth(ctx.db);
    if (last !== null && last >= month) return null;
  }
  throw conflict(bookTexts.busy);
}

function checkOf({ at }: Context, results: BookResult[]): BooksCheck {
  return { checkedUtc: at.toISOString(), failed: failuresOf(results).map(({ name }) => name) };
}

/** Another one as soon as something is booked, which is in open months only, or a statement is imported or removed. */
async function countBooked(db: Db): Promise<string> {
  const last = await lastClosedMonth(db);
  const open = last === null ? '-infinity' : firstDayOf(addMonths(last, 1));
  const { rows } = await sql<{ booked: string }>`
    SELECT concat_ws(' ', (SELECT count(*) FROM ledger_entries WHERE booked_on >= ${open}::date),
      (SELECT count(*) FROM invoice_changes WHERE booked_on >= ${open}::date),
      (SELECT concat(count(*), '-', sum(done)) FROM bank_statements)) AS booked`.execute(db);
  return rows[0]?.booked ?? '';
}

function refuseFailed(
  differences: Differences,
  { despiteFailures, closed }: Pick<Closing, 'despiteFailures' | 'closed'>,
): void {
  if (differences.checks.length + differences.proofs.length === 0 || despiteFailures) return;
  throw conflict(texts.booksFailed(differences, closed));
}

interface Closing {
  checked: Checked;
  /** It is closed although something does not agree. */
  despiteFailures: boolean;
  /** By the same call. */
  closed: Month[];
  /** Of this call. Its digest depends on those of all months before. */
  isLast: boolean;
}

async function closeOne(ctx: Context, month: Month, closing: Closing): Promise<Checked> {
  const { checked, closed, isLast } = closing;
  return inTransaction(ctx, async (inside) => {
    const { db, at, by } = inside;
    if (by === null) throw new Error('only an administrator can close a month');
    await waitForBookings(db, closed);
    const last = await lastClosedMonth(db);
    if (last !== null && last >= month) return checked;
    if (await lacksVatBasis(db)) throw conflict(texts.vatUnanswered);
    // Nothing is booked now, so the check is of what is closed.
    const isCurrent = (await countBooked(db)) === checked.booked;
    const check = isCurrent ? checked.books : checkOf(inside, await evaluateBooks(db, at));
    await postOpenings(inside);
    const id = randomUUID();
    const [first, lastDay] = [firstDayOf(month), lastDayOf(month)];
    const { showsDeferred, accounts, taxRate } = await readSettings(db);
    const period = { first, last: lastDay };
    await postDeferred(inside, { ...period, closingId: id, isWanted: showsDeferred });
    const read = await readMonthFigures(db, month);
    const proofs = brokenProofs(sectionsOf(read));
    const books = { ...check, failed: [...check.failed, ...proofs] };
    refuseFailed({ checks: check.failed, proofs }, closing);
    const figures: StoredFigures = { ...read, books, codes: { accounts, taxRate } };
    await db
      .insertInto('closed_months')
      .values({
        id,
        month: firstDayOf(month),
        figures: JSON.stringify(figures),
        schedules: JSON.stringify(await readSchedules(db, lastDay, read)),
        closed_at: at,
        closed_by: by.userId,
      })
      .execute();
    const change = { action: 'closeMonth', subject: 'closedMonth', id } as const;
    const after = books.failed.length > 0 ? { despite: books.failed.join(', ') } : undefined;
    await recordAudit(inside, { ...change, name: formatMonth(month), after });
    await storeMonthDigests(inside);
    if (isLast) {
      const digest = await findDigest(db, month);
      await mailAdministrators(inside, 'month-digest', { month, digest });
    }
    return { books: check, booked: isLast ? '' : await countBooked(db) };
  });
}
