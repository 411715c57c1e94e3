import { sql } from 'kysely';
import type { ReplyOf } from '#contract/endpoint.ts';
import {
  confirmConsentsTexts as texts,
  type readConsentLink as linkEndpoint,
} from '#contract/communication/confirm-consents.ts';
import { isId } from '#contract/fields.ts';
import { purposes } from '#contract/privacy/consents.ts';
import type { Context } from '#server/context.ts';
import { badField, conflict } from '#server/errors.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { EmailTemplate } from '#server/platform/mail/email-template.ts';
import type { EmailToRender } from '#server/platform/mail/render-email.ts';
import { lockConsents } from './consents.ts';
import { maskEmail } from './mask-email.ts';
import { isUnsubscribed } from './suppressions.ts';

const hasNoLive = sql<boolean>`NOT EXISTS (SELECT FROM consents AS live
  WHERE live.email = consents.email AND live.purpose = consents.purpose AND live.withdrawn_at IS NULL)`;

/**
 * The consents that were ticked together, once the owner of the mailbox confirms them. What was withdrawn
 * since stays withdrawn. The token is the random id of one of them. product-rules 9.2.
 */
export async function confirmConsents(ctx: Context, token: string): Promise<void> {
  await inTransaction(ctx, async ({ db, at }) => {
    await lockConsents(db, (await ticked(db, token)).email);
    const { rows } = await openOnes(db, token);
    if (rows.length === 0) throw conflict(texts.endedBecause);
    for (const { id } of rows.filter(({ is_waiting }) => is_waiting)) {
      await db
        .updateTable('consents')
        // It was given when its owner confirmed it.
        .set({ given_at: at, withdrawn_at: null, is_waiting: false })
        .where('id', '=', id)
        .where(hasNoLive)
        .execute();
    }
  });
}

export async function readConsentLink(
  db: Db,
  token: string,
): Promise<ReplyOf<typeof linkEndpoint>> {
  const { email, rows } = await openOnes(db, token);
  return { maskedEmail: maskEmail(email), words: rows.map(({ words }) => words) };
}

/** Those that wait or hold. None of an address that has unsubscribed. */
async function openOnes(db: Db, token: string) {
  const { email, rows } = await ticked(db, token);
  const open = rows.filter(({ withdrawn_at, is_waiting }) => is_waiting || withdrawn_at === null);
  return { email, rows: (await isUnsubscribed(db, email)) ? [] : open };
}

/** All that were ticked together with the one of the token. */
async function ticked(db: Db, token: string) {
  const one = isId(token)
    ? await db.selectFrom('consents').selectAll().where('id', '=', token).executeTakeFirst()
    : undefined;
  if (one === undefined) throw badField('token', texts.badToken);
  const rows = await db
    .selectFrom('consents')
    .select(['id', 'purpose', 'words', 'withdrawn_at', 'is_waiting'])
    .where('email', '=', one.email)
    .where('source', '=', one.source)
    .where('given_at', '=', one.given_at)
    .where('given_by', 'is not distinct from', one.given_by)
    .orderBy('purpose', 'desc')
    .execute();
  return { email: one.email, rows };
}

/** Days. Later mails do not ask again. */
const asksFor = 90;

/** An email that is sent anyway, with the link to confirm what was ticked last with its address. */
export async function withConsentLink(
  template: EmailTemplate,
  { db, publicUrl, mail }: EmailToRender,
): Promise<EmailTemplate> {
  const email = mail.to_email.toLowerCase();
  const since = new Date(mail.created_at.getTime() - asksFor * 24 * 3600 * 1000);
  const last = await db
    .selectFrom('consents')
    .select('id')
    .where('email', '=', email)
    .where('is_waiting', '=', true)
    .where('given_at', '>', since)
    .where(hasNoLive)
    .orderBy('given_at', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (last === undefined) return template;
  const { rows } = await openOnes(db, last.id);
  if (rows.length === 0) return template;
  const what = purposes
    .filter((purpose) => rows.some((row) => row.purpose === purpose))
    .map((purpose) => texts.what[purpose])
    .join(' and ');
  const url = `${publicUrl}/consent?token=${last.id}`;
  const text = texts.mail(what);
  return {
    ...template,
    blocks: [...template.blocks, { kind: 'smallLink', text, label: texts.confirm, url }],
  };
}
