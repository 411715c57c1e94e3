import { dayOf } from '#contract/days.ts';
import {
  type StatementDays,
  statementName,
  statementTexts,
} from '#contract/month-end/statement-of-account.ts';
import { badField } from '#server/errors.ts';
import type { Context } from '#server/context.ts';
import { readIssuer } from '#server/features/company-info/queries.ts';
import { pdfTurns } from '#server/features/invoices/pdf/pdf-turns.ts';
import type { FileReply } from '#server/platform/http/reply.ts';
import { renderPdf } from '#server/platform/pdf/render-pdf.ts';
import type { Statement } from './read-statement.ts';
import { statementPage } from './statement-page.ts';

export async function statementFile(
  { db, at, by }: Context,
  { from, to = dayOf(at) }: StatementDays,
  read: () => Promise<Statement>,
): Promise<FileReply> {
  if (from !== undefined && from > to) throw badField('to', statementTexts.wrongOrder);
  return pdfTurns(by?.userId ?? '', async () => {
    const [statement, issuer] = [await read(), await readIssuer(db)];
    const logo = await db
      .selectFrom('logos')
      .select('bytes')
      .where('hash', '=', issuer.logo?.hash ?? '')
      .executeTakeFirst();
    const bytes = await renderPdf(statementPage({ issuer, logo: logo?.bytes, at }, statement));
    return { name: statementName(statement.name, to), bytes, isDownload: true };
  });
}
