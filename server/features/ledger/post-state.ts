import type { Day } from '#contract/days.ts';
import type { Context } from '#server/context.ts';
import { type Account, accountClasses } from './accounts.ts';
import { type EntryKind, post, type Posting } from './post.ts';
import { difference, type PostedSum, readPosted } from './posted.ts';

/** What should be posted for a source, as its record is now. */
export interface PostedState {
  sourceId: string;
  /** The payment whose money moves, if it is one. */
  paymentId?: string | undefined;
  /** Of what is missing. */
  kind: EntryKind;
  /** Of what is taken back, if nothing should be posted any more. */
  undoneKind: EntryKind;
  day: Day;
  /** What is posted already keeps its first day. */
  keepsDay?: boolean;
  /** The postings say themselves what is against *Conversion*. */
  isDivided?: boolean;
  /** Empty: nothing should be posted. */
  postings: readonly Posting[];
}

/**
 * Posts the difference between what should be posted for each source and what is, each part on its own day. A repeat
 * posts nothing. `read`: what is posted, if the caller knows it.
 */
export async function postStates(
  ctx: Context,
  states: readonly PostedState[],
  read?: readonly PostedSum[],
): Promise<void> {
  if (states.length === 0) return;
  const ids = states.map(({ sourceId }) => sourceId);
  const posted = Map.groupBy(read ?? (await readPosted(ctx, ids)), ({ sourceId }) => sourceId);
  await post(
    ctx,
    states.flatMap((state) => {
      const { sourceId, paymentId, undoneKind, keepsDay = false, isDivided = false } = state;
      const sums = posted.get(sourceId) ?? [];
      const day = (keepsDay ? sums[0]?.day : undefined) ?? state.day;
      // What was posted against *Conversion* stays there: an earlier version has reported it.
      const isConverted = !isDivided && sums.some(({ account }) => account === 'conversion');
      const { postings } = isConverted ? convertedState(state) : state;
      const kind = postings.length === 0 ? undoneKind : state.kind;
      const byDay = Map.groupBy(sums, (sum) => sum.day);
      const days = [...new Set([...byDay.keys(), ...(postings.length > 0 ? [day] : [])])];
      return days.map((of) => ({
        kind,
        day: of,
        sourceId,
        ...(paymentId !== undefined && { paymentId }),
        postings: difference(of === day ? postings : [], byDay.get(of) ?? []),
      }));
    }),
  );
}

/** What is no income and no expense of the month in which the ledger begins. */
export function convertedState(state: PostedState): PostedState {
  const isResult = ({ kind }: Account) =>
    accountClasses[kind] === 'income' || accountClasses[kind] === 'expenses';
  return {
    ...state,
    postings: state.postings.map(([account, cents]) => [
      isResult(account) ? { kind: 'conversion' } : account,
      cents,
    ]),
  };
}
