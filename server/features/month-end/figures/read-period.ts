import type { Fact } from './figure-lines.ts';
import { dayOf, formatMoment, formatMonth } from '#contract/days.ts';
import { listed } from '#contract/counting.ts';
import type { Figures } from '#contract/month-end/endpoints.ts';
import {
  firstDayOf,
  formatPeriod,
  lastDayOf,
  type Month,
  monthOf,
  monthsOf,
  type Period,
} from '#contract/month-end/periods.ts';
import { monthEndTexts as texts } from '#contract/month-end/texts.ts';
import type { Context } from '#server/context.ts';
import { inGroups } from '#server/features/books/month-digests.ts';
import { fullNameOf } from '#server/platform/db/full-name.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { firstMonth, readSettings } from '../queries.ts';
import { coverageWarnings } from './coverage-warnings.ts';
import { type MonthFigures, readMonthFigures, type StoredFigures } from './month-figures.ts';
import { readOpenMonths, type UnpostedLine } from './read-unposted.ts';
import { readStillOpen } from './read-still-open.ts';
import { combineMonths } from './combine-months.ts';
import { sectionsOf } from './sections.ts';

export interface PeriodFigures extends Figures {
  /** Of each month, in their order. */
  byMonth: MonthFigures[];
  /** Of all months together. */
  combined: MonthFigures;
  /** What closing its open months would post. */
  unposted: UnpostedLine[];
  /** When it was closed, otherwise now. */
  readAt: Date;
}

/** A closed month as it was closed, the others as the books are now, in one snapshot. */
export async function readPeriod(
  { db, at }: Pick<Context, 'db' | 'at'>,
  period: Period,
): Promise<PeriodFigures> {
  return inSnapshot(db, async (snapshot) => {
    const { yearEndMonth } = await readSettings(snapshot);
    const months = monthsOf(period, yearEndMonth);
    const closings = await readClosings(snapshot, months);
    const asked = { upTo: months.at(-1) ?? '', at };
    const { unposted, deferred } = await readOpenMonths(snapshot, asked, months);
    const all: MonthFigures[] = [];
    const warnings: string[] = [];
    for (const month of months) {
      const closed = closings.find((row) => row.month === month && row.reopenedAt === null);
      const figures =
        closed?.figures ??
        (await readMonthFigures(snapshot, month, {
          today: dayOf(at),
          unposted,
          deferred: deferred.get(month),
        }));
      all.push(figures);
      if (closed === undefined) warnings.push(...coverageWarnings(figures, dayOf(at)));
    }
    const [first, ...others] = all;
    if (first === undefined) throw new Error('a period without months');
    const begun = await firstMonth(snapshot);
    // The first financial year can begin before the books.
    const ofBooks = months.filter((month) => begun !== null && month >= begun);
    const isClosed =
      ofBooks.length > 0 &&
      ofBooks.every((month) =>
        closings.some((row) => row.month === month && row.reopenedAt === null),
      );
    const combined = combineMonths([first, ...others]);
    const facts = factsOf({ period, closings, isClosed, at });
    const readAt = isClosed ? (lasting(closings).at(-1)?.closedAt ?? at) : at;
    return {
      period,
      title: formatPeriod(period, yearEndMonth),
      isClosed,
      // The months of a year can have the same ones.
      warnings: [...new Set(warnings)],
      stillOpen: isClosed ? [] : await readStillOpen(snapshot, lastDayOf(months.at(-1) ?? '')),
      sections: sectionsOf(combined, {
        facts,
        months: all,
        isYear: !period.includes('-'),
        upTo: dayOf(at) < lastDayOf(combined.month) ? dayOf(at) : null,
        begun,
      }),
      byMonth: all,
      combined,
      unposted,
      readAt,
    };
  });
}

async function inSnapshot<T>(db: Db, read: (snapshot: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return read(db);
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(read);
}

interface Closing {
  month: Month;
  figures: StoredFigures;
  closedAt: Date;
  closedBy: string;
  reopenedAt: Date | null;
  reopenedBy: string | null;
  reason: string | null;
  /** Of the list of the month. Null: an earlier version closed it just now. */
  digest: string | null;
}

async function readClosings(db: Db, months: Month[]): Promise<Closing[]> {
  const rows = await db
    .selectFrom('closed_months as c')
    .innerJoin('users as u', 'u.id', 'c.closed_by')
    .leftJoin('users as r', 'r.id', 'c.reopened_by')
    .leftJoin('month_digests as d', 'd.closed_month_id', 'c.id')
    .select('d.sha256 as digest')
    .select(['c.month', 'c.figures', 'c.closed_at as closedAt', 'c.reopened_at as reopenedAt'])
    .select(['c.reopened_reason as reason', fullNameOf('u').as('closedBy')])
    .select(fullNameOf('r').as('reopenedBy'))
    .where('c.month', 'in', months.map(firstDayOf))
    .orderBy('c.month')
    .orderBy('c.closed_at')
    .execute();
  return rows.map(({ month, figures, ...row }) => ({
    ...row,
    month: monthOf(month),
    figures: figures as StoredFigures,
  }));
}

function lasting(closings: Closing[]): Closing[] {
  return closings.filter(({ reopenedAt }) => reopenedAt === null);
}

/** How far the figures can be trusted. One line for each proof, the last of them printed last. */
function factsOf({
  period,
  closings,
  isClosed,
  at,
}: {
  period: Period;
  closings: Closing[];
  isClosed: boolean;
  at: Date;
}): Fact[] {
  const last = lasting(closings).at(-1);
  const state =
    isClosed && last !== undefined
      ? [{ label: 'Closed', detail: `${momentOf(last.closedAt)} by ${last.closedBy}` }]
      : [{ label: texts.notClosed, detail: `Read on ${momentOf(at)}` }];
  const reopened = closings
    .filter(({ reopenedAt }) => reopenedAt !== null)
    .map(({ month, closedAt, reopenedAt, reopenedBy, reason }) => ({
      label: `An earlier pack of ${formatPeriod(month, 12)}`,
      detail: `closed on ${momentOf(closedAt)}, reopened on ${momentOf(reopenedAt ?? at)} by ${reopenedBy ?? ''}: ${reason ?? ''}`,
    }));
  const books = bookFacts(period, lasting(closings), isClosed);
  return [...state, ...reopened, ...books, ...lasting(closings).flatMap(digestFact)];
}

/** Each check that failed before a month was closed. Otherwise the check before the last one. */
function bookFacts(period: Period, closed: Closing[], isClosed: boolean): Fact[] {
  const failures = closed.flatMap(({ month, figures: { books } }) => {
    const { checkedUtc, failed } = books;
    if (checkedUtc === null || failed.length === 0) return [];
    const of = month === period ? '' : ` of ${formatMonth(month)}`;
    const label = `Books${of} checked on ${formatMoment(checkedUtc)}`;
    return [{ label, detail: `these failed: ${listed(failed)}` }];
  });
  const checkedUtc = closed.at(-1)?.figures.books.checkedUtc ?? null;
  if (failures.length > 0 || !isClosed || checkedUtc === null) return failures;
  return [{ label: `Books checked on ${formatMoment(checkedUtc)}`, detail: 'they agreed' }];
}

/** It depends on those of all months before. */
function digestFact({ month, digest }: Closing): Fact[] {
  return digest === null
    ? []
    : [{ label: `Digest of ${formatMonth(month)}`, detail: inGroups(digest) }];
}

const momentOf = (at: Date) => formatMoment(at.toISOString());
