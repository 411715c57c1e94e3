import type { previewBulkEmail as endpoint } from '#contract/bulk-emails/preview.ts';
import { logoAddress } from '#contract/company-info/logo.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import { placeholdersIn } from '#contract/bulk-emails/placeholders.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { attachmentBehind } from '#server/platform/files/attachments.ts';
import { checkDraft } from '../content/check-draft.ts';
import { inertToken, prepare, type ToRender } from '../content/render.ts';
import { fill } from '../content/template.ts';
import type { Aimed } from '../sending/audience.ts';
import { countEmptyValues } from '../sending/recipients.ts';
import { pickRecipient, type Picked } from './pick-recipient.ts';

type Draft = BodyOf<typeof endpoint>;

/** The form's content, sanitised, and the query for its recipients. */
export async function readDraft(db: Db, draft: Draft): Promise<ToRender & Aimed> {
  const { list, ...content } = await checkDraft(db, { ...draft, title: draft.title ?? '' });
  return {
    ...content,
    audience: list.audience,
    ...(list.matching && { matching: list.matching }),
    isAppeal: draft.isAppeal ?? false,
    attachmentId: await attachmentBehind(db, draft.attachmentPath ?? ''),
  };
}

export async function previewBulkEmail(
  db: Db,
  publicUrl: string,
  draft: Draft,
): Promise<ReplyOf<typeof endpoint>> {
  const email = await readDraft(db, draft);
  const index = draft.index ?? 0;
  const used = placeholdersIn(email.subject, email.title, email.content);
  const [{ picked, total }, empty] = await Promise.all([
    pickRecipient(db, email, { find: draft.find ?? '', index }),
    countEmptyValues(db, email, used),
  ]);
  const template = await prepare(db, publicUrl, email);
  const { subject, html, text, attachments } = fill(
    template,
    picked?.replacements ?? {},
    inertToken,
  );
  return {
    recipient: picked && personOf(picked),
    index,
    total,
    subject,
    html: withLogoAddress(html),
    text,
    empty,
    size: Buffer.byteLength(html + text) + attachments.reduce(sizeSent, 0),
  };
}

/** In a mail, the logo is a part of it. */
function withLogoAddress(html: string): string {
  return html.replaceAll(/"cid:([\da-f]{64})"/g, (_, hash: string) => `"${logoAddress(hash)}"`);
}

function personOf({ email, name }: Picked) {
  return { email, name };
}

/** Base64 encodes three bytes as four. */
function sizeSent(sum: number, { content }: { content: Buffer }): number {
  return sum + Math.ceil(content.length / 3) * 4;
}
