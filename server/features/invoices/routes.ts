import { isByStaff } from '#server/platform/access/permissions.ts';
import { getInvoiceBankDetails } from '#contract/invoices/bank-details.ts';
import * as admin from '#contract/invoices/admin-endpoints.ts';
import * as contract from '#contract/invoices/endpoints.ts';
import { getInvoiceStory } from '#contract/invoices/story.ts';
import * as summaries from '#contract/summaries.ts';
import { pagingOf } from '#server/platform/db/lists/search-rows.ts';
import { notFound } from '#server/errors.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import type { AppDeps } from '#server/app-deps.ts';
import { assertOffered } from '#server/platform/payfast/payment-form.ts';
import { bankDetails } from '#server/platform/pdf/bank-details.ts';
import { renderInvoicePdf } from './pdf/render-invoice-pdf.ts';
import type { Context } from '#server/context.ts';
import { createInvoice } from './create-invoice.ts';
import { pdfTurns } from './pdf/pdf-turns.ts';
import { fileNameOf, readInvoiceDocument } from './pdf/read-invoice-document.ts';
import { readInvoiceStory } from './invoice-story.ts';
import { invoiceFor, publicInvoiceFor } from './invoice-access.ts';
import { searchInvoiceRows, searchOwnInvoiceRows } from './queries.ts';
import { resendInvoice } from './send-invoice.ts';
import { deleteInvoice, updateInvoice } from './update-invoice.ts';
import { voidInvoice } from './void-invoice.ts';
import { summarizeInvoices } from './summarize-invoices.ts';

export function invoiceRoutes(serve: Serve, { config }: AppDeps): void {
  serve(contract.searchInvoices, ({ ctx, body }) => {
    if (isByStaff(ctx)) return searchInvoiceRows(ctx.db, body);
    return searchOwnInvoiceRows(ctx, body);
  });

  serve(summaries.summarizeInvoices, ({ ctx }) => summarizeInvoices(ctx));

  serve(contract.listInvoices, ({ ctx, query }) =>
    searchInvoiceRows(ctx.db, pagingOf(query)).page(),
  );

  serve(contract.getInvoice, ({ ctx, params }) => publicInvoiceFor(ctx, params.id));

  serve(getInvoiceStory, ({ ctx, params }) =>
    readInvoiceStory(ctx, params.id, config.smtpUrl === null),
  );

  serve(contract.getInvoicePdf, async ({ ctx, params }) => {
    const document = await documentFor(ctx, params.id);
    const bytes = await pdfTurns(ctx.by?.userId ?? '', () => renderInvoicePdf(document));
    return { name: fileNameOf(document), bytes };
  });

  serve(getInvoiceBankDetails, async ({ ctx, params }) => {
    const { issuer, paymentReference } = await documentFor(ctx, params.id);
    return bankDetails(issuer, paymentReference).map(({ label, value }) => ({ label, value }));
  });

  serve(contract.resendInvoiceEmail, ({ ctx, params }) => resendInvoice(ctx, params.id));

  serve(admin.createInvoice, async ({ ctx, body }) => {
    assertOffered(config.payfast, body.paymentType);
    return createInvoice(ctx, body);
  });

  serve(admin.updateInvoice, ({ ctx, params, body, ifMatch }) =>
    updateInvoice(ctx, params.id, body, { ifMatch, payfast: config.payfast }),
  );

  serve(admin.deleteInvoice, ({ ctx, params }) => deleteInvoice(ctx, params.id));

  serve(admin.voidInvoice, ({ ctx, params, body }) => voidInvoice(ctx, params.id, body.reason));
}

async function documentFor(ctx: Context, id: string) {
  const invoice = await invoiceFor(ctx, id);
  const document = await readInvoiceDocument(ctx.db, invoice.id);
  if (document === undefined) throw notFound(contract.invoiceTexts.notFound);
  return document;
}
