import { communicationTexts } from '#contract/communication/endpoints.ts';
import { isId } from '#contract/fields.ts';
import { badField } from '#server/errors.ts';
import type { Context } from '#server/context.ts';
import { suppress } from './suppressions.ts';

/**
 * No bulk email goes to the address that the link was sent to any more; any number of times. The
 * token is the random id of the mail that it came with. product-rules 9.11.
 */
export async function unsubscribe(ctx: Context, token: string, reason: string): Promise<void> {
  const recipient = isId(token)
    ? await ctx.db
        .selectFrom('bulk_recipients')
        .select('email')
        .where('id', '=', token)
        .executeTakeFirst()
    : undefined;
  if (recipient === undefined) throw badField('token', communicationTexts.badToken);
  await suppress(ctx, { email: recipient.email, kind: 'unsubscribed', reason });
}

/** Where the link of a bulk email leads: a page to people, and to mail programs a post (RFC 8058). */
export function unsubscribeUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/unsubscribe?token=${token}`;
}
