import { logoAttachment } from '#server/features/company-info/logo.ts';
import { readIssuer } from '#server/features/company-info/queries.ts';
import { unsubscribeUrl } from '#server/features/communication/unsubscribe.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { compile, type BulkTemplate, type Content } from './template.ts';

export interface ToRender extends Content {
  audience: string;
  attachmentId: string | null;
}

/** The token of the unsubscribe link in previews and test emails. It has no effect. */
export const inertToken = 'test';

/** Compiles the bulk email with the organisation's header and footer, to fill in per recipient. */
export async function prepare(db: Db, publicUrl: string, email: ToRender): Promise<BulkTemplate> {
  const from = await readIssuer(db);
  return compile(email, {
    from,
    attachments: [
      ...(await attachmentsOf(db, email.attachmentId)),
      ...(await logoAttachment(db, from.logo)),
    ],
    unsubscribeUrl: (token) => unsubscribeUrl(publicUrl, token),
    why: whyOf(email.audience, from.name),
  });
}

/** Tells the recipient where the address comes from. */
function whyOf(audience: string, organisation: string): string {
  const whose = organisation.trim() === '' ? 'our organisation' : organisation;
  return audience === 'donors'
    ? `You get this email because you have donated to ${whose} and agreed to hear from us.`
    : `You get this email as a member of ${whose}.`;
}

async function attachmentsOf(db: Db, id: string | null) {
  if (id === null) return [];
  const file = await db
    .selectFrom('files')
    .select(['name as filename', 'media_type as contentType', 'bytes as content'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return [file];
}
