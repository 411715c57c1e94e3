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
 * The consents that a link names, once the owner of the mailbox confirms them. What was withdrawn since
 * stays withdrawn. The token is the random id of the latest of them. product-rules 9.2.
 */
export async function confirmConsents(ctx: Context, token: string): Promise<void> {
  await inTransaction(ctx, async ({ db, at }) => {
    await lockConsents(db, (await consentOf(db, token)).email);
    const { waiting, held, isUnsubscribed: isOff } = await readLink(db, token);
    if (waiting.length + held.length === 0) {
      throw conflict(isOff ? texts.unsubscribed : texts.withdrawn);
    }
    for (const { id } of waiting) {
      await db
        .updateTable('consents')
        // It was given when its owner confirmed it.
        .set({ given_at: at, withdrawn_at: null, is_waiting: false })
        .where('id', '=', id)
        .execute();
    }
  });
}

export async function readConsentLink(
  db: Db,
  token: string,
): Promise<ReplyOf<typeof linkEndpoint>> {
  const { email, waiting, held, isUnsubscribed: isOff } = await readLink(db, token);
  const wordsOf = (rows: { words: string }[]) => rows.map(({ words }) => words);
  return {
    maskedEmail: maskEmail(email),
    words: wordsOf(waiting),
    agreed: wordsOf(held),
    isUnsubscribed: isOff,
  };
}

/** What waits for the link, and what the address has agreed to. None if it has unsubscribed. */
async function readLink(db: Db, token: string) {
  const { email, given_at } = await consentOf(db, token);
  if (await isUnsubscribed(db, email))
    return { email, waiting: [], held: [], isUnsubscribed: true };
  const held = await db
    .selectFrom('consents')
    .select('words')
    .where('email', '=', email)
    .where('withdrawn_at', 'is', null)
    .orderBy('purpose', 'desc')
    .execute();
  return {
    email,
    waiting: await waitingUntil(db, email, given_at),
    held,
    isUnsubscribed: false,
  };
}

/**
 * One of each purpose that waits. Not what was ticked after `until`: the mail with the link did not name
 * it. That of the member with the address comes first, because the member sees only the own ones.
 */
function waitingUntil(db: Db, email: string, until: Date) {
  return db
    .selectFrom('consents')
    .leftJoin('users', (join) =>
      join.onRef('users.id', '=', 'given_by').onRef('users.email', '=', 'consents.email'),
    )
    .select(['consents.id', 'purpose', 'words'])
    .distinctOn('purpose')
    .where('consents.email', '=', email)
    .where('is_waiting', '=', true)
    .where('given_at', '<=', until)
    .where(hasNoLive)
    .orderBy('purpose', 'desc')
    .orderBy(sql`users.id IS NULL`)
    .orderBy('given_at', 'desc')
    .execute();
}

async function consentOf(db: Db, token: string) {
  const consent = isId(token)
    ? await db
        .selectFrom('consents')
        .select(['email', 'given_at'])
        .where('id', '=', token)
        .executeTakeFirst()
    : undefined;
  if (consent === undefined) throw badField('token', texts.badToken);
  return consent;
}

/** Days. Later mails do not ask again. */
const asksFor = 90;

/** An email that is sent anyway, with the link to confirm all that waits with its address. */
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
  const { waiting } = await readLink(db, last.id);
  if (waiting.length === 0) return template;
  const what = purposes
    .filter((purpose) => waiting.some((row) => row.purpose === purpose))
    .map((purpose) => texts.what[purpose])
    .join(' and ');
  const url = `${publicUrl}/consent?token=${last.id}`;
  const text = texts.mail(what);
  return {
    ...template,
    blocks: [...template.blocks, { kind: 'smallLink', text, label: texts.confirm, url }],
  };
}
