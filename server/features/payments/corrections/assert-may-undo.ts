import { dayOf } from '#contract/days.ts';
import type { Context } from '#server/context.ts';
import { Refused, sentences } from '#server/errors.ts';
import { may } from '#server/platform/access/permissions.ts';

interface Recorded {
  recorded_by: string | null;
  recorded_at: Date;
}

/** Without `money.write`, only what the caller has recorded today can be undone. product-rules 3.19. */
export function assertMayUndo(ctx: Context, payments: readonly Recorded[]): void {
  const { at, by } = ctx;
  if (by === null || may(ctx, 'money.write')) return;
  const isOwnOfToday = payments.every(
    ({ recorded_by, recorded_at }) => recorded_by === by.userId && dayOf(recorded_at) === dayOf(at),
  );
  if (!isOwnOfToday) throw new Refused('forbidden', sentences.forbidden);
}
