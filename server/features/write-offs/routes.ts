import * as contract from '#contract/write-offs/endpoints.ts';
import { pdfTurns } from '#server/features/invoices/pdf/pdf-turns.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import { renderPdf } from '#server/platform/pdf/render-pdf.ts';
import { creditNotePage, readCreditNote } from './credit-note.ts';
import { undoWriteOff } from './undo-write-off.ts';
import { writeOffInvoice } from './write-off-invoice.ts';

export function writeOffRoutes(serve: Serve): void {
  serve(contract.writeOffInvoice, ({ ctx, params, body }) => writeOffInvoice(ctx, params.id, body));

  serve(contract.undoWriteOff, ({ ctx, params, body }) => undoWriteOff(ctx, params.id, body));

  serve(contract.getCreditNotePdf, async ({ ctx, params }) => {
    const note = await readCreditNote(ctx, params.id);
    const bytes = await pdfTurns(ctx.by?.userId ?? '', () => renderPdf(creditNotePage(note)));
    return { name: `${note.number}.pdf`, bytes };
  });
}
