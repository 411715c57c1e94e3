import type { AuditAction } from '#contract/audit/endpoints.ts';
import type { Invoice } from '#contract/invoices/endpoints.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { Context } from '#server/context.ts';

interface Change {
  action: AuditAction;
  before?: Invoice;
  /** Additional details, such as the reason. */
  after?: Invoice & { reason?: string };
}

/** Records an administrator's action on an invoice. */
export async function auditInvoice(ctx: Context, { action, before, after }: Change): Promise<void> {
  const invoice = after ?? before;
  if (invoice === undefined) return;
  await recordAudit(ctx, {
    action,
    subject: 'invoice',
    id: invoice.id,
    name: invoiceName(invoice),
    before: before && withoutProof(before),
    after: after && withoutProof(after),
  });
}

/** A proof is audited by itself. */
function withoutProof({ proofSentUtc: _proof, ...invoice }: Invoice) {
  return invoice;
}

export function invoiceName({ invoiceNumber, userFirstName, userLastName }: Invoice): string {
  return `${invoiceNumber} of ${userFirstName} ${userLastName}`;
}
