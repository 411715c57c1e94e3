import { communicationTexts } from '#contract/communication/endpoints.ts';
import { isId } from '#contract/fields.ts';
import { badField } from '#server/errors.ts';
import type { Context } from '#server/context.ts';
import { suppress } from './suppressions.ts';

/**
 * Blocks bulk emails to the address that got the link. Repeating it is no error. The token is the
 * random id of the mail with the link. product-rules 9.11.
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

/** The unsubscribe URL: a page for users, and a POST for mail programs (RFC 8058). */
export function unsubscribeUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/unsubscribe?token=${token}`;
}
