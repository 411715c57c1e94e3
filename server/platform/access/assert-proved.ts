import { proofField, proofMinutes, proofTexts } from '#contract/auth/proof.ts';
import type { Context } from '#server/context.ts';
import { Refused } from '#server/errors.ts';

/**
 * Throws unless the session has proved the password, and the code, within the last minutes. What the
 * application does by itself needs no proof. product-rules 4.33.
 */
export function assertProved({ at, by }: Pick<Context, 'at' | 'by'>): void {
  if (by === null) return;
  const age = by.provedAt === undefined ? Infinity : at.getTime() - by.provedAt.getTime();
  if (age < proofMinutes * 60_000) return;
  const { needed: message } = proofTexts;
  throw new Refused('forbidden', message, [{ field: proofField, message }]);
}
