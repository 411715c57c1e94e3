import { sql } from 'kysely';
import type { Payout as PayoutOnWire, PayoutEntry } from '#contract/bank-matching/payouts.ts';
import { matchTexts } from '#contract/bank-matching/texts.ts';
import { dayOf, type Day } from '#contract/days.ts';
import type { Context } from '#server/context.ts';
import { notFound } from '#server/errors.ts';
import { postLines } from '#server/features/ledger/post-lines.ts';
import { kindsOnWire, labelOf } from '#server/features/payments/payable.ts';
import {
  type CardEntry,
  findPayout,
  type Payout,
  payoutOf,
} from '#server/features/payments/payouts/find-payout.ts';
import { loadCardEntries } from '#server/features/payments/payouts/load-card-entries.ts';
import { advisoryLocks } from '#server/platform/db/advisory-locks.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { lockLine } from './open-lines.ts';
import { recordsWithIds } from './suggestions/payable-records.ts';

interface PayoutMatch {
  id: string;
  day: Day;
  amountCents: number;
}

/**
 * Stores which card payments a booked payout contains, if they make up its amount. An undo of the match
 * releases them. product-rules 27.3.
 */
export async function storePayout({ db }: Context, match: PayoutMatch): Promise<void> {
  // Two payouts that are booked at once would take the same payments.
  await sql`SELECT pg_advisory_xact_lock(${advisoryLocks.payouts})`.execute(db);
  const payout = findPayout(match, await loadCardEntries(db, match.day));
  if (payout === null) return;
  await db
    .insertInto('payout_entries')
    .values(
      payout.entries.map((entry, n) => ({
        match_id: match.id,
        place: n + 1,
        provider_id: entry.providerId,
        type: entry.type,
        happened_at: entry.happenedAt,
        gross_cents: entry.grossCents,
        fee_cents: entry.feeCents,
        net_cents: entry.netCents,
        record_id: entry.recordId,
      })),
    )
    .execute();
}

/** Older payments are not looked for. */
const latestDays = 60;

/**
 * Payouts can be booked before PayFast lists their payments. Once it does, they are stored with the payout, and what PayFast
 * kept for it is posted.
 */
export async function completePayouts(ctx: Context): Promise<void> {
  const { rows } = await sql<{ id: string; lineId: string }>`
    SELECT m.id, m.line_id AS "lineId" FROM bank_matches AS m JOIN bank_lines AS l ON l.id = m.line_id
    WHERE m.kind = 'payout' AND m.reversed_at IS NULL
      AND m.recorded_at > ${new Date(ctx.at.getTime() - latestDays * 86_400_000)}
      AND NOT EXISTS (SELECT FROM payout_entries WHERE match_id = m.id)
      AND EXISTS (SELECT FROM provider_transactions AS t WHERE t.first_seen_at > m.recorded_at
        AND t.happened_at BETWEEN l.day - ${sql.lit(latestDays)} AND l.day + 1)
    ORDER BY l.day, m.id`.execute(ctx.db);
  for (const { id, lineId } of rows) {
    await inTransaction(ctx, async (inside) => {
      const { day } = await lockLine(inside.db, lineId);
      const match = await inside.db
        .selectFrom('bank_matches')
        .select('amount_cents')
        .where('id', '=', id)
        .where('reversed_at', 'is', null)
        .executeTakeFirst();
      if (match === undefined) return;
      await storePayout(inside, { id, day, amountCents: match.amount_cents });
      await postLines(inside, [lineId]);
    });
  }
}

/** What a line pays out: as it was booked, or as it would be booked now. */
export async function readPayout({ db }: Context, lineId: string): Promise<PayoutOnWire> {
  const line = await db
    .selectFrom('bank_lines')
    .select(['day', 'amount_cents', 'booked_cents'])
    .where('id', '=', lineId)
    .executeTakeFirst();
  if (line === undefined) throw notFound(matchTexts.notFound);
  const match = await db
    .selectFrom('bank_matches')
    .select(['id', 'amount_cents'])
    .where('line_id', '=', lineId)
    .where('kind', '=', 'payout')
    .where('reversed_at', 'is', null)
    .executeTakeFirst();
  if (match !== undefined) {
    const entries = await loadBooked(db, match.id);
    const amountCents = match.amount_cents;
    const booked = entries.length === 0 ? null : payoutOf({ amountCents }, entries);
    return onWire(db, booked, true);
  }
  const amountCents = line.amount_cents - line.booked_cents;
  const isIn = line.amount_cents > 0 && amountCents > 0;
  const entries = isIn ? await loadCardEntries(db, line.day) : [];
  return onWire(db, findPayout({ day: line.day, amountCents }, entries), false);
}

function loadBooked(db: Db, matchId: string): Promise<CardEntry[]> {
  return db
    .selectFrom('payout_entries')
    .select(['provider_id as providerId', 'type', 'happened_at as happenedAt'])
    .select(['gross_cents as grossCents', 'fee_cents as feeCents', 'net_cents as netCents'])
    .select('record_id as recordId')
    .where('match_id', '=', matchId)
    .orderBy('place')
    .execute();
}

const rand = (cents: number) => cents / 100;

async function onWire(db: Db, payout: Payout | null, isBooked: boolean): Promise<PayoutOnWire> {
  const none = { payments: [], gross: 0, fee: 0, net: 0, payoutFee: 0, earlier: 0 };
  if (payout === null) return { isBooked, certainty: 'none', ...none };
  const names = await loadNames(db, payout.entries);
  return {
    isBooked,
    certainty: payout.certainty,
    payments: payout.entries.map((entry) => ({
      ...(names.get(entry.recordId ?? '') ?? { kind: null, recordId: null, name: '' }),
      providerId: entry.providerId,
      day: dayOf(entry.happenedAt),
      gross: rand(entry.grossCents),
      fee: Math.abs(rand(entry.feeCents)),
      net: rand(entry.netCents),
    })),
    gross: rand(payout.grossCents),
    fee: Math.abs(rand(payout.feeCents)),
    net: rand(payout.netCents),
    payoutFee: rand(payout.payoutFeeCents),
    earlier: payout.earlier,
  };
}

type Named = Pick<PayoutEntry, 'kind' | 'recordId' | 'name'>;

async function loadNames(db: Db, entries: readonly CardEntry[]): Promise<Map<string, Named>> {
  const ids = [...new Set(entries.flatMap(({ recordId }) => recordId ?? []))];
  const records = await recordsWithIds(db, ids);
  return new Map(
    records.map((record) => [
      record.id,
      { kind: kindsOnWire[record.kind], recordId: record.id, name: labelOf(record) },
    ]),
  );
}
