import { type RawBuilder, sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import type { Context } from '#server/context.ts';
import { advisoryLocks } from '#server/platform/db/advisory-locks.ts';
import type { Posting } from './post.ts';
import { postStates } from './post-state.ts';
import { readPosted } from './posted.ts';

interface Fee {
  sourceId: string;
  day: Day;
  /** What PayFast kept, above zero. */
  cents: number;
}

/**
 * Posts what PayFast kept of card payments: as its message says, and the difference if its list says something else. The
 * source of an entry is made from PayFast's number of the payment. What PayFast keeps of a payout is posted with its bank
 * line. The fee of a test payment that is undone is taken back. A repeat posts nothing.
 */
export async function postCardFees(
  ctx: Context,
  providerIds: readonly string[],
  { closedTo = null }: { closedTo?: Day | null } = {},
): Promise<void> {
  if (providerIds.length === 0) return;
  // A message and the list can come at once.
  await sql`SELECT pg_advisory_xact_lock(${advisoryLocks.cardFees})`.execute(ctx.db);
  const fees = await readFees(ctx, providerIds);
  const posted = await readPosted(
    ctx,
    fees.map(({ sourceId }) => sourceId),
  );
  const converted = new Map(
    posted.flatMap(({ sourceId, account, cents }) =>
      account === 'conversion' ? [[sourceId, cents] as const] : [],
    ),
  );
  await postStates(
    ctx,
    fees.map(({ sourceId, day, cents }) => {
      const isReported = closedTo !== null && day <= closedTo;
      // What a closed month has reported stays. What it became more or less by since is a fee.
      const reported = converted.get(sourceId) ?? (isReported ? cents : 0);
      const postings: Posting[] = [
        [{ kind: 'conversion' }, reported],
        [{ kind: 'fees' }, cents - reported],
        [{ kind: 'payfast' }, -cents],
      ];
      const kinds = { kind: 'card-fee', undoneKind: 'card-fee' } as const;
      return { ...kinds, sourceId, day, keepsDay: true, isDivided: true, postings };
    }),
    posted,
  );
}

async function readFees({ db }: Context, providerIds: readonly string[]): Promise<Fee[]> {
  const ids = sql`(SELECT DISTINCT id FROM unnest(${providerIds}::text[]) AS id)`;
  const { rows } = await sql<Fee>`
    SELECT "sourceId", day, cents FROM (${sqlCardFees(ids)}) AS f WHERE cents IS NOT NULL`.execute(
    db,
  );
  return rows;
}

/** What PayFast kept of the payments with these numbers, of a query with the column `id`. Null: neither a message nor the list has it. */
export const sqlCardFees = (ids: RawBuilder<unknown>) => sql`
  SELECT i.id, md5('card fee ' || i.id)::uuid AS "sourceId",
    (CASE WHEN ${isListed} THEN l.at ELSE n.at END AT TIME ZONE 'Africa/Johannesburg')::date AS day,
    (CASE WHEN l.cents IS NULL AND n.cents IS NULL THEN NULL WHEN ${isUndoneTest} THEN 0
      WHEN ${isListed} THEN l.cents ELSE n.cents + coalesce(l.cents, 0) END)::bigint AS cents
  FROM ${ids} AS i
  CROSS JOIN LATERAL (
    SELECT min(happened_at) AS at, -sum(fee_cents) AS cents, bool_or(gross_cents > 0) AS is_payment
    FROM provider_transactions WHERE provider_id = i.id AND NOT is_test AND NOT (${isPayout})
  ) AS l
  CROSS JOIN LATERAL (
    SELECT min(received_at) AS at, max(fee_cents) AS cents FROM card_notifications
    WHERE provider_id = i.id AND verdict IN ('settled', 'credit')
  ) AS n`;

/** The payment with this number was one of test mode, and is undone. It never had a fee. */
const isUndoneTest = sql`EXISTS (SELECT FROM payments
  WHERE external_reference = 'payfast:' || i.id AND is_test AND reversed_at IS NOT NULL)`;

/** A list of later days has only what was given back of the payment: then its fee is the message's. */
const isListed = sql`(l.is_payment OR n.cents IS NULL)`;

/** The code of a payout is not published. */
const isPayout = sql`net_cents < 0 AND type ~* 'pay_?out|settle|withdraw|transfer'`;
