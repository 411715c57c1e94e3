import type { AlertOfLimit } from '#server/platform/http/security/call-limits.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { ExceededLimit } from './emails/limit-exceeded-email.ts';
import { mailAdministrators } from './tell-administrators.ts';

/** Mails every administrator that visitors are refused, once an hour for each limit. product-rules 1.30. */
export const alertOfLimit: AlertOfLimit = (ctx, { name, most }) =>
  inTransaction(ctx, async (inside) => {
    const about: ExceededLimit = { what: name, most, at: ctx.at.toISOString() };
    await mailAdministrators(inside, 'limit-exceeded', { ...about });
  });
