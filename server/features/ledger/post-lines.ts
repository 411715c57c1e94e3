import { sql } from 'kysely';
import { isTakenOff } from '#contract/bank-matching/kinds.ts';
import type { Day } from '#contract/days.ts';
import type { Context } from '#server/context.ts';
import { inBatches } from './in-batches.ts';
import { feesAreInBalance } from './fees-in-balance.ts';
import { type Account, moneyKinds } from './accounts.ts';
import type { Posting } from './post.ts';
import { type MovedMoney, postOpeningsOf } from './post-openings.ts';
import { convertedState, type PostedState, postStates } from './post-state.ts';
import { type Line, type Match, readLines } from './posted-lines.ts';
import { postingOf, type PostedSum, readPosted, takenBack, together } from './posted.ts';

/**
 * Posts what lines of the bank say as they are booked now, beside the payments that they made. Called after each change
 * of a line: of its matches, and of payments and refunds that have one. A repeat posts nothing.
 */
export async function postLines(
  ctx: Context,
  lineIds: readonly string[],
  { closedTo = null }: { closedTo?: Day | null } = {},
): Promise<void> {
  if (lineIds.length === 0) return;
  const lines = await readLines(ctx, lineIds);
  const movers = lines.flatMap(({ matches }) =>
    matches.flatMap(({ isLiving, movedBy }) => (isLiving && movedBy !== null ? movedBy : [])),
  );
  const posted = Map.groupBy(
    movers.length === 0 ? [] : await readPosted(ctx, movers),
    ({ sourceId }) => sourceId,
  );
  const states = lines.flatMap((line) => [
    ownState(line, posted),
    ...line.matches.map((match) => matchState(line, match, posted.get(match.movedBy ?? '') ?? [])),
  ]);
  await postStates(
    ctx,
    states.map((state) =>
      closedTo !== null && state.day <= closedTo ? convertedState(state) : state,
    ),
  );
  // What was recorded before an account began is in its first balance, unless a later line has it.
  await postOpeningsOf(ctx, lines.flatMap(recordedFor));
}

/** What was recorded by hand is in the account that takes EFT, or moves from there to that of the line. */
function recordedFor(line: Line): MovedMoney[] {
  return line.matches.flatMap(({ recordedOn: day }) =>
    day === null
      ? []
      : [{ kind: 'bank' } as const, bankOf(line)].map((account) => ({ account, day })),
  );
}

const bankOf = ({ bankAccountId }: Line): Account => ({ kind: 'bank', of: bankAccountId });

/** What a service gives back of the fee that it kept, with a payment that it takes back. */
function feesBack(line: Line, posted: ReadonlyMap<string, PostedSum[]>): Posting[] {
  return line.matches.flatMap(({ kind, isLiving, isReturned, feeCents, movedBy }) => {
    if (kind !== 'reversal' || !isLiving || isReturned || feeCents === 0) return [];
    const from = cameIn(posted.get(movedBy ?? '') ?? []).find(isMoney)?.account ?? 'bank';
    return moved({ kind: feeAccountOf({ kind: from }) }, bankOf(line), feeCents);
  });
}

/** Of the line itself: that it was dismissed, and its fees: in its balance, which the bank charged for these books, or given back. */
function ownState(line: Line, posted: ReadonlyMap<string, PostedSum[]>): PostedState {
  const { id, day, amountCents, feeCents, state, isRand } = line;
  const own = { sourceId: id, undoneKind: 'line-undone', day } as const;
  const isCharged = state !== 'open' && isRand && feeCents !== 0;
  const fee = isCharged ? moved({ kind: 'charges' }, bankOf(line), feeCents) : [];
  if (state === 'dismissed' && isRand) {
    const elsewhere = moved({ kind: 'elsewhere' }, bankOf(line), amountCents);
    return { ...own, kind: 'elsewhere', postings: together([...elsewhere, ...fee]) };
  }
  return { ...own, kind: 'charge', postings: together([...fee, ...feesBack(line, posted)]) };
}

function matchState(line: Line, match: Match, posted: readonly PostedSum[]): PostedState {
  const { id, paymentId } = match;
  const none = {
    sourceId: id,
    paymentId: paymentId ?? undefined,
    // Of money that went back, both are movements of its payment.
    undoneKind: match.kind === 'reversal' && !match.isReturned ? 'returned' : 'line-undone',
  } as const;
  const said = match.isLiving && line.isRand ? entryOf(line, match, posted) : null;
  return { ...none, ...(said ?? { kind: 'moved', day: line.day, postings: [] }) };
}

type Said = Pick<PostedState, 'kind' | 'day' | 'postings'>;

/** Null: the payment of the match says it all. */
function entryOf(line: Line, match: Match, posted: readonly PostedSum[]): Said | null {
  const { day } = line;
  const bank = bankOf(line);
  const cents = signedCents(line, match);
  switch (match.kind) {
    case 'payout': {
      const fee = match.payoutFeeCents;
      const postings: Posting[] = [
        [{ kind: 'fees' }, fee],
        ...moved({ kind: 'payfast' }, bank, cents),
      ];
      return { kind: 'payout', day, postings: [...postings, [{ kind: 'payfast' }, -fee]] };
    }
    case 'charge': {
      const from = { kind: cents > 0 ? 'interest' : 'charges' } as const;
      return { kind: 'charge', day, postings: moved(from, bank, cents) };
    }
    case 'kept-fee':
      return { kind: 'charge', day, postings: moved({ kind: 'fees' }, bank, cents) };
    case 'charge-back':
    case 'kept-charge':
      return { kind: 'charge', day, postings: moved({ kind: 'charges' }, bank, cents) };
    case 'transfer':
      return { kind: 'transfer', day, postings: moved({ kind: 'transit' }, bank, cents) };
    case 'recorded':
    case 'refund':
      return movedTo(line, match, cameIn(posted));
    case 'reversal':
      if (match.isReturned) return movedTo(line, match, wentBack(posted));
      return returned(line, match, cameIn(posted));
    default:
      return null;
  }
}

/** What is taken off its line moves the other way. */
function signedCents({ amountCents }: Line, { kind, amountCents: cents }: Match): number {
  const sign = isTakenOff(kind, amountCents > 0) ? -1 : 1;
  return sign * Math.sign(amountCents) * cents;
}

function moved(from: Account, to: Account, cents: number): Posting[] {
  return [
    [to, cents],
    [from, -cents],
  ];
}

const isMoney = ({ account }: PostedSum) => moneyKinds.some((kind) => kind === account);

const cameIn = (posted: readonly PostedSum[]) => posted.filter(({ isReturn }) => !isReturn);
const wentBack = (posted: readonly PostedSum[]) => posted.filter(({ isReturn }) => isReturn);

/**
 * Money that was recorded by hand and a line are one movement, of the day that was recorded. If it was recorded in another
 * account of the bank, it moves on that day. What came in cash, or was paid back in cash, moves between cash and the bank on the
 * day of the line.
 */
function movedTo(line: Line, match: Match, posted: readonly PostedSum[]): Said | null {
  const [bank, cents] = [bankOf(line), signedCents(line, match)];
  // What was kept of money that came, or was given back with money that went.
  const feeCents = Math.sign(cents) * match.feeCents;
  const from = posted.find(isMoney);
  // It was reported elsewhere, and nothing of it was posted.
  if (from === undefined)
    return { kind: 'moved', day: line.day, postings: moved({ kind: 'opening' }, bank, cents) };
  const [account] = postingOf(from);
  const isHere = account.kind === 'bank' && (account.of ?? null) === line.bankAccountId;
  if (isHere && feeCents === 0) return null;
  const fee = moved(account, { kind: feeAccountOf(account) }, feeCents);
  const postings = [...(isHere ? [] : moved(account, bank, cents)), ...fee];
  const isOfBank = account.kind === 'bank';
  return {
    kind: !isOfBank && cents > 0 ? 'deposited' : 'moved',
    day: isOfBank ? from.day : line.day,
    postings: together(postings),
  };
}

/** A card machine keeps a fee of the card. Others charge for the way to the bank. */
const feeAccountOf = ({ kind }: Account) => (kind === 'cardMachine' ? 'fees' : 'charges');

/**
 * What the payment posted as income or credit, taken out on the day on which its money left. Not before the day on which
 * it was recorded: then it would go out before it came.
 */
function returned(
  line: Line,
  { amountCents, feeCents }: Match,
  posted: readonly PostedSum[],
): Said {
  const cameOn = posted.find(isMoney)?.day ?? line.day;
  const day = cameOn > line.day ? cameOn : line.day;
  const cents = -amountCents - feeCents;
  const others = posted.filter((sum) => !isMoney(sum) && sum.account !== 'opening').map(takenBack);
  const rest = others.reduce((sum, [, back]) => sum + back, cents);
  // The rest was reported elsewhere, and nothing of it was posted.
  const postings: Posting[] = [[bankOf(line), cents], ...others, [{ kind: 'opening' }, -rest]];
  return { kind: 'returned', day, postings };
}

/** Posts the fees of lines that were booked before a statement proved that the balance has them. */
export async function postLineFees(ctx: Context, accountId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    SELECT l.id FROM bank_lines AS l
    WHERE l.account_id = ${accountId} AND l.fee_cents <> 0 AND l.state <> 'open'
      AND (l.state = 'dismissed' OR NOT EXISTS (SELECT FROM ledger_entries WHERE source_id = l.id))
      AND ${feesAreInBalance(sql`l.account_id`)}
    ORDER BY l.day, l.id`.execute(ctx.db);
  await inBatches(
    rows.map(({ id }) => id),
    (ids) => postLines(ctx, ids),
  );
}

/** The lines that have these payments and refunds, living or undone. */
export async function postLinesOf(ctx: Context, sourceIds: readonly string[]): Promise<void> {
  const rows = await ctx.db
    .selectFrom('bank_matches')
    .select('line_id')
    .distinct()
    .where((row) =>
      row.or([row('payment_id', 'in', sourceIds), row('credit_use_id', 'in', sourceIds)]),
    )
    .execute();
  await postLines(
    ctx,
    rows.map(({ line_id }) => line_id),
  );
}
