import type { AuditAction } from '#contract/audit/endpoints.ts';
import { formatDay } from '#contract/days.ts';
import { formatRand } from '#contract/money.ts';
import type { Context } from '#server/context.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { StoredLine } from './open-lines.ts';

/** In the history of the statement. The line is named by its amount and day, without the bank's text. */
export async function auditLine(
  ctx: Context,
  { statementId, fileName, isOut, amountCents, day }: StoredLine,
  change: { action: AuditAction; after: object },
): Promise<void> {
  const amount = `${isOut ? '-' : ''}${formatRand(amountCents / 100)}`;
  await recordAudit(ctx, {
    ...change,
    subject: 'bankStatement',
    id: statementId,
    name: `${fileName}: ${amount} of ${formatDay(day)}`,
  });
}
