import { dayOf } from '#contract/days.ts';
import type { Context } from '#server/context.ts';
import { readIssuer } from '#server/features/company-info/queries.ts';
import { pdfTurns } from '#server/features/invoices/pdf/pdf-turns.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { renderPdf } from '#server/platform/pdf/render-pdf.ts';
import type { Statement } from './read-statement.ts';
import { statementPage } from './statement-page.ts';

export async function statementFile(
  { db, at, by }: Context,
  read: (db: Db) => Promise<Statement>,
): Promise<{ name: string; bytes: Buffer }> {
  return pdfTurns(by?.userId ?? '', async () => {
    const [statement, issuer] = [await read(db), await readIssuer(db)];
    const logo = await db
      .selectFrom('logos')
      .select('bytes')
      .where('hash', '=', issuer.logo?.hash ?? '')
      .executeTakeFirst();
    const bytes = await renderPdf(statementPage({ issuer, logo: logo?.bytes, at }, statement));
    return { name: `statement-of-account-${dayOf(at)}.pdf`, bytes };
  });
}
