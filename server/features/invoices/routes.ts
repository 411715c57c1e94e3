import { getInvoiceBankDetails } from '#contract/invoices/bank-details.ts';
import * as admin from '#contract/invoices/admin-endpoints.ts';
import * as contract from '#contract/invoices/endpoints.ts';
import * as summaries from '#contract/summaries.ts';
import { pagingOf } from '#server/platform/db/lists/search-rows.ts';
import { notFound } from '#server/errors.ts';
import type { Serve } from '#server/platform/http/handle.ts';
import type { Site } from '#server/app-deps.ts';
import { refuseUnoffered } from '#server/platform/payfast/payment-form.ts';
import { bankDetails } from '#server/platform/pdf/bank-details.ts';
import { renderInvoicePdf } from './pdf/invoice-document.ts';
import type { Work } from '#server/context.ts';
import { createInvoice } from './create-invoice.ts';
import { fileNameOf, readInvoiceDocument } from './pdf/read-invoice-document.ts';
import { invoiceFor, publicInvoiceFor } from './invoice-access.ts';
import { searchInvoiceRows, searchOwnInvoiceRows } from './queries.ts';
import { resendInvoice } from './send-invoice.ts';
import { deleteInvoice, updateInvoice } from './update-invoice.ts';
import { voidInvoice } from './void-invoice.ts';
import { summarizeInvoices } from './summarize-invoices.ts';

export function invoiceRoutes(serve: Serve, { config }: Site): void {
  serve(contract.searchInvoices, ({ work, body }) => {
    if (work.by?.role === 'Admin') return searchInvoiceRows(work.db, body);
    return searchOwnInvoiceRows(work, body);
  });

  serve(summaries.summarizeInvoices, ({ work }) => summarizeInvoices(work));

  serve(contract.listInvoices, ({ work, query }) =>
    searchInvoiceRows(work.db, pagingOf(query)).page(),
  );

  serve(contract.getInvoice, ({ work, params }) => publicInvoiceFor(work, params.id));

  serve(contract.getInvoicePdf, async ({ work, params }) => {
    const document = await documentFor(work, params.id);
    return { name: fileNameOf(document), bytes: await renderInvoicePdf(document) };
  });

  serve(getInvoiceBankDetails, async ({ work, params }) => {
    const { issuer, number } = await documentFor(work, params.id);
    return bankDetails(issuer, number).map(({ label, value }) => ({ label, value }));
  });

  serve(contract.resendInvoiceEmail, ({ work, params }) => resendInvoice(work, params.id));

  serve(admin.createInvoice, async ({ work, body }) => {
    refuseUnoffered(config.payfast, body.paymentType);
    return createInvoice(work, body);
  });

  serve(admin.updateInvoice, ({ work, params, body, ifMatch }) =>
    updateInvoice(work, params.id, body, { ifMatch, payfast: config.payfast }),
  );

  serve(admin.deleteInvoice, ({ work, params }) => deleteInvoice(work, params.id));

  serve(admin.voidInvoice, ({ work, params, body }) => voidInvoice(work, params.id, body.reason));
}

async function documentFor(ctx: Work, id: string) {
  const invoice = await invoiceFor(ctx, id);
  const document = await readInvoiceDocument(ctx.db, invoice.id);
  if (document === undefined) throw notFound(contract.invoiceTexts.notFound);
  return document;
}
