import * as z from 'zod/mini';
import { formatMoment } from '#contract/days.ts';
import { type EmailTemplate, renderTemplate } from '#server/platform/mail/email-template.ts';
import type { RenderEmail } from '#server/platform/mail/render-email.ts';
import { readIssuer } from '../queries.ts';

const exceededLimit = z.object({
  /** Such as `registrations`. */
  what: z.string(),
  most: z.number(),
  at: z.string(),
});
export type ExceededLimit = z.output<typeof exceededLimit>;

interface LimitExceededEmailData extends ExceededLimit {
  systemCheckUrl: string;
}

/** Sent to every administrator when all visitors together exceed a limit. product-rules 1.30. */
export function limitExceededEmail(data: LimitExceededEmailData): EmailTemplate {
  const { what, most } = data;
  return {
    subject: `Too many ${what}: more than ${most} in an hour`,
    preheader: `Visitors have to wait. Someone may be sending false ${what}.`,
    heading: `Too many ${what}`,
    blocks: [
      {
        kind: 'paragraph',
        text: `Visitors made more than ${most} ${what} within an hour. Until the hour is over, further ones are refused with a message to try again later. Administrators are not affected.`,
      },
      { kind: 'facts', facts: [{ label: 'Refused since', value: formatMoment(data.at) }] },
      {
        kind: 'paragraph',
        text: `If you expect this, for example during an appeal, you do not need to do anything. If not, look at the latest ${what}: a program may be sending false ones. Ask the person who runs the server to block the addresses that they come from.`,
      },
      { kind: 'button', label: 'Open System Check', url: data.systemCheckUrl },
      {
        kind: 'smallPrint',
        text: 'You get at most one of these emails an hour for each limit.',
      },
    ],
  };
}

/** The mail of kind `limit-exceeded`. */
export const renderLimitExceededEmail: RenderEmail = async ({ db, publicUrl, mail }) => {
  const template = limitExceededEmail({
    ...exceededLimit.parse(mail.about),
    systemCheckUrl: `${publicUrl}/admin/systemcheck`,
  });
  return renderTemplate(template, await readIssuer(db));
};
