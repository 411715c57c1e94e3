import { createHash } from 'node:crypto';
import type { Context } from '#server/context.ts';
import { countOne } from '#server/platform/db/rate-counts.ts';

const most = 3;
const windowMs = 3_600_000;

/** Kinds that count apart: mails of other kinds that someone causes must not keep these from their reader. */
const countedApart: ReadonlySet<string> = new Set(['reset', 'email-changed', 'donation-question']);

/**
 * Whether one more mail may go to this address. Call it in the transaction that queues the mail, for each
 * mail that anyone can cause by typing the address: at most three an hour. product-rules 8.10.
 */
export async function allowsVisitorMail(
  ctx: Context,
  kind: string,
  toEmail: string,
): Promise<boolean> {
  if (ctx.limitsMails !== true) return true;
  const name = countedApart.has(kind) ? `mails: ${kind}` : 'mails';
  const hash = createHash('sha256').update(toEmail.toLowerCase()).digest('base64url');
  const { count } = await countOne(ctx, { countedFor: hash, name, most, windowMs });
  return count <= most;
}
