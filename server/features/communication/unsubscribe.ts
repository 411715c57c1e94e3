import { communicationTexts } from '#contract/communication/endpoints.ts';
import { isErasedEmail } from '#contract/privacy/erased.ts';
import { isId } from '#contract/fields.ts';
import { badField } from '#server/errors.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { endWaiting } from './consents.ts';
import { maskEmail } from './mask-email.ts';
import { suppress } from './suppressions.ts';

/**
 * Blocks bulk emails to the address that got the link. Repeating it is no error. The token is the
 * random id of the mail with the link. product-rules 9.11.
 */
export async function unsubscribe(ctx: Context, token: string, reason: string): Promise<void> {
  const email = await addressOf(ctx.db, token);
  // The suppression of an erased address is stored already, as a hash, or never was wanted.
  if (isErasedEmail(email)) return;
  await suppress(ctx, { email, kind: 'unsubscribed', reason });
  await endWaiting(ctx, email);
}

export async function readMaskedEmail(db: Db, token: string): Promise<string> {
  return maskEmail(await addressOf(db, token));
}

async function addressOf(db: Db, token: string): Promise<string> {
  const recipient = isId(token)
    ? await db
        .selectFrom('bulk_recipients')
        .select('email')
        .where('id', '=', token)
        .executeTakeFirst()
    : undefined;
  if (recipient === undefined) throw badField('token', communicationTexts.badToken);
  return recipient.email;
}

/** The unsubscribe URL: a page for users, and a POST for mail programs (RFC 8058). */
export function unsubscribeUrl(publicUrl: string, token: string): string {
  return `${publicUrl}/unsubscribe?token=${token}`;
}
