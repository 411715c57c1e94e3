import type { Day } from '#contract/days.ts';
import type { Context } from '#server/context.ts';
import { incomeKinds } from './accounts.ts';
import { post, type Posting } from './post.ts';
import { postingOf, readPosted, together } from './posted.ts';
import { postOpeningsOf } from './post-openings.ts';
import { postStates } from './post-state.ts';

interface Source {
  /** The payment, the use of a credit, or the month that was closed. */
  id: string;
  /** The payment whose money it is. */
  paymentId: string;
}

/**
 * Takes back all that was posted for these sources, on their own days. What was reported elsewhere was never
 * posted, so nothing is.
 */
export async function postUndoing(
  ctx: Context,
  kind: 'undone' | 'use-undone' | 'deferred',
  sources: readonly Source[],
): Promise<void> {
  const nothing = { kind, undoneKind: kind, day: '', postings: [] } as const;
  const ids = sources.map(({ id }) => id);
  const posted = await readPosted(ctx, ids);
  const states = sources.map(({ id, paymentId }) => ({ ...nothing, sourceId: id, paymentId }));
  await postStates(ctx, states, posted);
  await postOpeningsOf(
    ctx,
    posted.map(({ account: kind, of, day }) => ({ account: { kind, of }, day })),
  );
}

/** What payments posted as income and its VAT is a credit from now on, on their own days. */
export async function postRelease(ctx: Context, paymentIds: readonly string[]): Promise<void> {
  if (paymentIds.length === 0) return;
  const posted = await readPosted(ctx, paymentIds);
  const income = posted.filter(({ account }) => [...incomeKinds, 'vat'].includes(account));
  await post(
    ctx,
    income.map((sum) => {
      const { sourceId, day, cents } = sum;
      const postings: Posting[] = [
        postingOf({ ...sum, cents: -cents }),
        [{ kind: 'credits' }, cents],
      ];
      return { kind: 'released' as const, day, sourceId, postings };
    }),
  );
}

/** Takes out on a day what a payment posted: its money came, and went back. */
export async function postReturn(ctx: Context, paymentId: string, day: Day): Promise<void> {
  const posted = await readPosted(ctx, [paymentId]);
  const postings = posted.map((sum) => postingOf({ ...sum, cents: -sum.cents }));
  await post(ctx, [{ kind: 'returned', day, sourceId: paymentId, postings: together(postings) }]);
}
