import { sql } from 'kysely';
import {
  latestComparisonHours,
  listedDifferences,
  type Comparison,
  type Difference,
} from '#contract/payments/comparison.ts';
import { donationReference, invoiceNumber } from '#contract/numbers.ts';
import { erased } from '#contract/privacy/erased.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { PayfastSettings } from '#server/platform/payfast/settings.ts';
import { deletions } from '../asked-amounts.ts';
import { historyAccount } from './comparison-deps.ts';

/** What Card Notifications shows. */
export async function readComparison(
  { db, at }: Pick<Context, 'db' | 'at'>,
  payfast: PayfastSettings,
): Promise<Comparison> {
  const isOn = historyAccount(payfast) !== null;
  const [state, differences, differenceCount] = await Promise.all([
    readComparisonState(db, at),
    openDifferences(db).limit(listedDifferences).execute(),
    countOpenDifferences(db),
  ]);
  const { last, failure, isRunning, isOverdue } = state;
  return {
    isOn,
    isRunning,
    last,
    failure,
    isOverdue: isOn && isOverdue,
    differences: differences.map(differenceOf),
    differenceCount,
  };
}

/** Of the latest comparisons, for the page, System Check and the metrics. */
export async function readComparisonState(db: Db, at: Date) {
  const [good, latest, [waiting], first] = await Promise.all([
    findLatestGood(db),
    // One that waits for its next attempt has failed, too.
    db
      .selectFrom('provider_comparisons')
      .select(['failure', 'finished_at'])
      .where((row) => row.or([row('failure', 'is not', null), row('finished_at', 'is not', null)]))
      .orderBy('requested_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
    db
      .selectFrom('provider_comparisons')
      .select('id')
      .where('next_attempt_at', 'is not', null)
      .limit(1)
      .execute(),
    db
      .selectFrom('provider_comparisons')
      .select(({ fn }) => fn.min('requested_at').as('at'))
      .executeTakeFirstOrThrow(),
  ]);
  const safeAt = good?.finished_at ?? first.at;
  const ageMs = safeAt === null ? 0 : at.getTime() - safeAt.getTime();
  return {
    last:
      good?.finished_at && good.from_day !== null && good.to_day !== null
        ? {
            finishedUtc: good.finished_at.toISOString(),
            fromDay: good.from_day,
            toDay: good.to_day,
          }
        : null,
    failure: latest?.failure ?? null,
    isRunning: waiting !== undefined,
    ageMs,
    isOverdue: ageMs > latestComparisonHours * 3_600_000,
  };
}

function findLatestGood(db: Db) {
  return db
    .selectFrom('provider_comparisons')
    .select(['finished_at', 'from_day', 'to_day'])
    .where('finished_at', 'is not', null)
    .orderBy('finished_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export async function countOpenDifferences(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('payment_differences')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('resolved_at', 'is', null)
    .where('dismissed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Rows of any state, joined with what they are about. */
export function differenceRows(db: Db) {
  return db
    .selectFrom('payment_differences as d')
    .leftJoin('provider_transactions as t', 't.id', 'd.transaction_id')
    .leftJoin('payments as p', 'p.id', 'd.payment_id')
    .leftJoin('invoices as i', 'i.id', 'd.record_id')
    .leftJoin('donations as o', 'o.id', 'd.record_id')
    .leftJoin('audit_entries as a', (join) =>
      join.onRef('a.subject_id', '=', 'd.record_id').on('a.action', 'in', Object.values(deletions)),
    )
    .select(['d.id', 'd.kind', 'd.day', 'd.first_seen_at', 'd.here_cents', 'd.there_cents'])
    .select(['d.resolved_at', 'd.dismissed_at', 't.type', 't.happened_at'])
    .select(['i.id as invoiceId', 'i.number as invoiceNumber', 'i.is_open as isInvoiceOpen'])
    .select(['o.id as donationId', 'o.number as donationNumber'])
    .select(['o.payment_id as donationPayment', 'a.subject_id as deletedId'])
    .select(['a.subject_name as deletedName', 'a.action as deletion'])
    .select(
      sql<string>`coalesce(t.provider_id, substr(p.external_reference, 9), '')`.as('providerId'),
    );
}

/** The latest day first, from an index of the open ones. */
export function openDifferences(db: Db) {
  return differenceRows(db)
    .where('d.resolved_at', 'is', null)
    .where('d.dismissed_at', 'is', null)
    .orderBy('d.day', 'desc')
    .orderBy('d.id', 'desc');
}

type Row = Awaited<ReturnType<ReturnType<typeof differenceRows>['executeTakeFirstOrThrow']>>;

export function differenceOf(row: Row): Difference {
  const rand = (cents: number | null) => (cents === null ? null : cents / 100);
  return {
    id: row.id,
    kind: row.kind,
    firstSeenUtc: row.first_seen_at.toISOString(),
    day: row.day,
    providerId: row.providerId,
    type: row.type ?? '',
    amountHere: rand(row.here_cents),
    amountThere: rand(row.there_cents),
    record: recordOf(row),
  };
}

function recordOf(row: Row): Difference['record'] {
  const { invoiceId, donationId } = row;
  if (invoiceId !== null) {
    return {
      kind: 'subscription',
      id: invoiceId,
      name: invoiceNumber(row.invoiceNumber ?? 0),
      isOpen: row.isInvoiceOpen === true,
      isDeleted: false,
    };
  }
  if (donationId !== null) {
    return {
      kind: 'donation',
      id: donationId,
      name: donationReference(row.donationNumber ?? 0),
      isOpen: row.donationPayment === null,
      isDeleted: false,
    };
  }
  if (row.deletedId === null) return null;
  return {
    kind: row.deletion === deletions.invoice ? 'subscription' : 'donation',
    id: row.deletedId,
    // Behind the number the audit log has the person. An erased entry has neither.
    name: row.deletedName === erased.text ? '' : (row.deletedName?.split(' ')[0] ?? ''),
    isOpen: false,
    isDeleted: true,
  };
}
