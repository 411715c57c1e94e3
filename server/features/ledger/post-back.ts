import type { Day } from '#contract/days.ts';
import type { Context } from '#server/context.ts';
import type { PaymentMethod } from '#contract/payments/payment-details.ts';
import { accountOfMethod, incomeKinds, moneyKinds } from './accounts.ts';
import { type Entry, post, type Posting } from './post.ts';
import {
  postingOf,
  type PostedSum,
  readNeededFrom,
  readPosted,
  takenBack,
  together,
} from './posted.ts';
import { type MovedMoney, postOpeningsOf } from './post-openings.ts';
import { postStates } from './post-state.ts';

interface Source {
  /** The payment, the use of a credit, or the month that was closed. */
  id: string;
  /** The payment whose money it is. */
  paymentId: string;
}

/**
 * Takes back all that was posted for these sources, on their own days. What was reported elsewhere was never
 * posted, so nothing is, but for a credit of it.
 */
export async function postUndoing(
  ctx: Context,
  kind: 'undone' | 'use-undone' | 'deferred',
  sources: readonly Source[],
): Promise<void> {
  const ids = sources.map(({ id }) => id);
  const posted = await readPosted(ctx, ids);
  const states = sources.map(({ id, paymentId }) => {
    const isOfThis = posted.filter(({ sourceId }) => sourceId === id);
    const undoneKind = isBrought(isOfThis) ? ('brought' as const) : kind;
    return { kind, undoneKind, sourceId: id, paymentId, day: '', postings: [] };
  });
  await postStates(ctx, states, posted);
  await postOpeningsOf(ctx, posted.map(movedOf));
}

const movedOf = ({ account: kind, of, day }: PostedSum): MovedMoney => ({
  account: { kind, of },
  day,
});

/** A credit that was owed before these books began. */
const isBrought = (posted: readonly PostedSum[]) =>
  posted.some(({ account }) => account === 'opening');

const isIncome = ({ account }: PostedSum) => [...incomeKinds, 'vat'].includes(account);

/**
 * What payments posted as income and its VAT is a credit. From a day on, if their invoice is void since then. Without one, as a
 * mistake, on their own days.
 */
export async function postRelease(
  ctx: Context,
  paymentIds: readonly string[],
  from?: Day,
): Promise<void> {
  if (paymentIds.length === 0) return;
  const posted = await readPosted(ctx, paymentIds);
  const income = posted.filter(isIncome);
  const ofDay = Map.groupBy(income, ({ sourceId, day }) => `${sourceId} ${from ?? day}`);
  await post(
    ctx,
    [...ofDay.values()].flatMap((sums) => {
      const [first] = sums;
      if (first === undefined) return [];
      const { sourceId, day } = first;
      const postings = sums.flatMap((sum): Posting[] => [
        takenBack(sum),
        [{ kind: 'credits' }, sum.cents],
      ]);
      return [
        { kind: 'released' as const, day: from ?? day, sourceId, postings: together(postings) },
      ];
    }),
  );
}

/** The money of a payment went back on a day. So it was no credit on later ones, whatever became void then. */
export async function takeBackReleases(ctx: Context, paymentId: string, from: Day): Promise<void> {
  const posted = await readPosted(ctx, [paymentId]);
  const later = posted.filter(({ day }) => day > from);
  await post(ctx, takingBack(paymentId, later));
}

/** Takes out on a day what a payment posted: its money came, and went back. */
export async function postReturn(ctx: Context, paymentId: string, day: Day): Promise<void> {
  await takeBackReleases(ctx, paymentId, day);
  const posted = await readPosted(ctx, [paymentId]);
  const postings = posted.map(takenBack);
  await post(ctx, [{ kind: 'returned', day, sourceId: paymentId, postings: together(postings) }]);
  await postOpeningsOf(
    ctx,
    posted.map((sum) => movedOf({ ...sum, day })),
  );
}

/**
 * A payment came on another day or in another way than was recorded: what it posted is undone, and posted again with the
 * right account on the right day. In two entries, so that each shows in the figures of its account. Without a difference
 * nothing is posted.
 */
export async function postCorrection(
  ctx: Context,
  {
    id,
    paidOn,
    method,
    invoiceId,
  }: { id: string; paidOn: Day; method: PaymentMethod; invoiceId: string | null },
): Promise<void> {
  const account = accountOfMethod(method);
  const posted = await readPosted(ctx, [id]);
  const isMoney = (sum: PostedSum) => moneyKinds.some((kind) => kind === sum.account);
  const receivedOn = posted.find((sum) => isMoney(sum) || sum.account === 'opening')?.day;
  // That its invoice became void or needed it later stays on that day.
  const isStaying = ({ day }: PostedSum) => day !== receivedOn && day >= paidOn;
  const moving = posted.filter((sum) => !isStaying(sum));
  const isRight = moving.every(
    (sum) => sum.day === paidOn && (!isMoney(sum) || sum.account === account.kind),
  );
  if (isRight) return;
  const [undoneKind, kind] = isBrought(posted)
    ? (['brought', 'brought'] as const)
    : (['undone', 'received'] as const);
  const pays = moving.filter(isIncome);
  const cents = pays.reduce((sum, one) => sum - one.cents, 0);
  const counting = invoiceId !== null && cents > 0 && { invoiceId, cents, day: paidOn, money: id };
  const needed = counting === false ? null : await readNeededFrom(ctx, counting);
  const postings = moving.map((sum): Posting => {
    if (isMoney(sum)) return [account, sum.cents];
    return needed !== null && isIncome(sum) ? [{ kind: 'credits' }, sum.cents] : postingOf(sum);
  });
  const moved: Entry[] = [{ kind, day: paidOn, sourceId: id, postings: together(postings) }];
  if (needed !== null) {
    const carried: Posting[] = [[{ kind: 'credits' }, cents], ...pays.map(postingOf)];
    moved.push({ kind: 'carried', day: needed, sourceId: id, postings: carried });
  }
  const isElsewhere = moving.some((sum) => isMoney(sum) && sum.account !== account.kind);
  const staying = isElsewhere ? posted.filter(isStaying) : [];
  await post(ctx, [
    ...takingBack(id, staying),
    ...takingBack(id, moving, undoneKind),
    ...moved,
    ...postingAgain(id, staying),
  ]);
  await postOpeningsOf(ctx, [...posted.map(movedOf), { account, day: paidOn }]);
}

/** The entries of a payment that take back these sums, each on its own day. */
function takingBack(
  sourceId: string,
  sums: readonly PostedSum[],
  kind: 'undone' | 'brought' = 'undone',
): Entry[] {
  const days = Map.groupBy(sums, ({ day }) => day);
  return [...days].map(([day, of]) => ({ kind, day, sourceId, postings: of.map(takenBack) }));
}

/**
 * What was posted without money, once more. Figures say of an entry without money how the money came that was posted before
 * it.
 */
function postingAgain(sourceId: string, sums: readonly PostedSum[]): Entry[] {
  const days = Map.groupBy(sums, ({ day }) => day);
  return [...days].map(([day, of]) => {
    const isReleased = of.some((sum) => isIncome(sum) && sum.cents > 0);
    return {
      kind: isReleased ? 'released' : 'carried',
      day,
      sourceId,
      postings: of.map(postingOf),
    };
  });
}
