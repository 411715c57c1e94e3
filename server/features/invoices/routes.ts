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
import type { Caller, Work } from '#server/context.ts';
import { createInvoice } from './create-invoice.ts';
import { fileNameOf, readInvoiceDocument } from './pdf/read-invoice-document.ts';
import { asMember, readInvoice, searchInvoiceRows } from './queries.ts';
import { resendInvoice } from './send-invoice.ts';
import { deleteInvoice, updateInvoice } from './update-invoice.ts';
import { voidInvoice } from './void-invoice.ts';
import { summarizeInvoices } from './summarize-invoices.ts';

export function invoiceRoutes(serve: Serve, { config }: Site): void {
  serve(contract.searchInvoices, ({ work, body }) => {
    // A Member's search is narrowed to own, whatever it asks for (rules §3).
    if (work.by?.role === 'Admin') return searchInvoiceRows(work.db, body);
    const memberId = work.by?.memberId ?? work.by?.userId;
    return searchInvoiceRows(work.db, { ...body, memberId }, asMember);
  });

  serve(summaries.summarizeInvoices, ({ work }) => summarizeInvoices(work));

  serve(contract.listInvoices, ({ work, query }) =>
    searchInvoiceRows(work.db, pagingOf(query)).page(),
  );

  serve(contract.getInvoice, async ({ work, params }) => {
    const invoice = await readInvoice(work.db, params.id);
    if (work.by?.role === 'Admin') return invoice;
    if (reaches(work.by, invoice.memberId)) return asMember(invoice);
    const { id, amount, isPaid, state } = invoice;
    return { id, amount, isPaid, state };
  });

  serve(contract.getInvoicePdf, async ({ work, params }) => {
    const document = await reachedDocument(work, params.id);
    return { name: fileNameOf(document), bytes: await renderInvoicePdf(document) };
  });

  serve(getInvoiceBankDetails, async ({ work, params }) => {
    const { issuer, number } = await reachedDocument(work, params.id);
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

async function reachedDocument({ db, by }: Work, id: string) {
  const invoice = await readInvoice(db, id);
  const document = await readInvoiceDocument(db, id);
  if (!document || !reaches(by, invoice.memberId)) throw notFound(contract.invoiceTexts.notFound);
  return document;
}

function reaches(by: Caller | null, memberId: string | null): boolean {
  return (
    by?.role === 'Admin' || (by?.role === 'Member' && memberId !== null && by.memberId === memberId)
  );
}
