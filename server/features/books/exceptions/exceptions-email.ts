import * as z from 'zod/mini';
import { counted } from '#contract/counting.ts';
import { formatMonth } from '#contract/days.ts';
import { exceptionActions, exceptionNames } from '#contract/month-end/exceptions.ts';
import { firstDayOf, lastDayOf, type Month } from '#contract/month-end/periods.ts';
import type { Context } from '#server/context.ts';
import { readIssuer } from '#server/features/company-info/queries.ts';
import { mailAdministrators } from '#server/features/company-info/tell-administrators.ts';
import type { EmailTemplate } from '#server/platform/mail/email-template.ts';
import { renderTemplate } from '#server/platform/mail/render-template.ts';
import type { RenderEmail } from '#server/platform/mail/render-email.ts';
import { countExceptions } from './which-exceptions.ts';

/** Counts only: names of people are not kept in mails to others. */
const about = z.object({
  month: z.string(),
  counts: z.array(z.object({ what: z.enum(exceptionActions), count: z.int() })),
});

interface ExceptionsEmailData extends z.output<typeof about> {
  url: string;
}

/** Sent to every administrator after a month. product-rules 24.20. */
export function exceptionsEmail({ month, counts, url }: ExceptionsEmailData): EmailTemplate {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const subject = `Exceptions of ${formatMonth(month)}: ${total}`;
  const what =
    total === 0
      ? 'Nothing was voided, undone, corrected, refunded or written off, and no bank details or roles were changed.'
      : 'This was changed after the fact, or changes whom you trust. Look at what you do not expect.';
  return {
    subject,
    preheader: what,
    heading: `Exceptions of ${formatMonth(month)}`,
    blocks: [
      { kind: 'paragraph', text: what },
      ...counts.map(
        ({ what: action, count }) =>
          ({
            kind: 'paragraph',
            text: `${exceptionNames[action]}: ${counted(count, 'time')}`,
          }) as const,
      ),
      { kind: 'button', label: 'Open Exceptions', url },
    ],
  };
}

/** The mail of kind `exceptions`. */
export const renderExceptionsEmail: RenderEmail = async ({ db, publicUrl, mail }) => {
  const data = about.parse(mail.about);
  const url = `${publicUrl}/admin/monthend/exceptions?period=${data.month}`;
  return renderTemplate(exceptionsEmail({ ...data, url }), await readIssuer(db));
};

export async function mailExceptions(ctx: Context, month: Month): Promise<void> {
  const counts = await countExceptions(ctx.db, { from: firstDayOf(month), to: lastDayOf(month) });
  await mailAdministrators(ctx, 'exceptions', { month, counts });
}
