import { createHash } from 'node:crypto';
import { companyInfoTexts } from '#contract/company-info/endpoints.ts';
import { logoAddress } from '#contract/company-info/logo.ts';
import type { Context } from '#server/context.ts';
import { notFound } from '#server/errors.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { IssuerLogo } from '#server/platform/db/tables.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { BadPicture, makeLogo } from '#server/platform/files/make-picture.ts';
import { badUpload } from '#server/platform/http/read-upload.ts';
import { contentOf, type ReceivedFile } from '#server/platform/uploads/private-files.ts';
import type { Attachment } from '#server/platform/mail/email-template.ts';

/** Replaces the organisation's logo and returns its path. The old one stays for issued invoices. */
export async function uploadLogo(ctx: Context, id: string, file: ReceivedFile): Promise<string> {
  const { bytes, width, height } = await makeLogo(
    () => contentOf(file),
    ctx.by?.userId ?? '',
  ).catch((error: unknown) => {
    throw error instanceof BadPicture ? badUpload('file', error.message) : error;
  });
  const hash = createHash('sha256').update(bytes).digest('hex');
  await inTransaction(ctx, async (inside) => {
    await inside.db
      .insertInto('logos')
      .values({ hash, bytes, width, height, created_at: ctx.at })
      .onConflict((taken) => taken.column('hash').doNothing())
      .execute();
    await setLogo(inside, { action: 'uploadLogo', id, hash });
  });
  return logoAddress(hash);
}

/** Without a logo it succeeds, too. */
export function removeLogo(ctx: Context, id: string): Promise<void> {
  return inTransaction(ctx, (inside) => setLogo(inside, { action: 'removeLogo', id, hash: null }));
}

interface LogoChange {
  action: 'uploadLogo' | 'removeLogo';
  id: string;
  hash: string | null;
}

async function setLogo(ctx: Context, { action, id, hash }: LogoChange): Promise<void> {
  const company = await ctx.db
    .selectFrom('company_info')
    .select(['name', 'logo'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (company === undefined) throw notFound(companyInfoTexts.notFound);
  await ctx.db.updateTable('company_info').set({ logo: hash }).where('id', '=', id).execute();
  await recordAudit(ctx, {
    action,
    subject: 'companyInfo',
    id,
    name: company.name || 'the organisation',
    before: { logo: company.logo },
    after: { logo: hash },
  });
}

/** The current logo; `undefined` if there is none. */
export function findLogo(db: Db): Promise<IssuerLogo | undefined> {
  return db
    .selectFrom('company_info as c')
    .innerJoin('logos as l', 'l.hash', 'c.logo')
    .select(['l.hash', 'l.width', 'l.height'])
    .executeTakeFirst();
}

export async function findLogoBytes(db: Db, hash: string): Promise<Buffer | undefined> {
  const logo = db.selectFrom('logos').select('bytes').where('hash', '=', hash);
  return (await logo.executeTakeFirst())?.bytes;
}

/** The logo inside a mail, because many mail programs load no pictures from the web. */
export async function logoAttachment(db: Db, logo: IssuerLogo | undefined): Promise<Attachment[]> {
  const content = logo && (await findLogoBytes(db, logo.hash));
  if (!logo || !content) return [];
  return [{ filename: 'logo.png', content, contentType: 'image/png', cid: logo.hash }];
}
