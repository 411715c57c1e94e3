import type { AuditAction } from '#contract/audit/endpoints.ts';
import type { Donation } from '#contract/donations/endpoints.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { Context } from '#server/context.ts';

interface Change {
  action: AuditAction;
  before?: Donation;
  /** Additional details, such as the reason. */
  after?: Donation & { reason?: string };
}

/** Records an administrator's action on a donation. */
export async function auditDonation(
  ctx: Context,
  { action, before, after }: Change,
): Promise<void> {
  const donation = after ?? before;
  if (donation === undefined) return;
  const { id, reference, firstName, lastName } = donation;
  const name = `${reference} of ${firstName} ${lastName}`;
  await recordAudit(ctx, { action, subject: 'donation', id, name, before, after });
}
