import * as z from 'zod/mini';
import { readIssuer } from '#server/features/company-info/queries.ts';
import type { EmailTemplate } from '#server/platform/mail/email-template.ts';
import { renderTemplate } from '#server/platform/mail/render-template.ts';
import type { RenderEmail, RenderEmailIfCurrent } from '#server/platform/mail/render-email.ts';

/** To every administrator. It names nobody, so that there is no other place to erase. */
export function erasureAskedEmail(memberUrl: string): EmailTemplate {
  return {
    subject: 'A member asks to be erased',
    preheader: 'Please answer within 30 days.',
    heading: 'A member asks to be erased',
    blocks: [
      {
        kind: 'paragraph',
        text: 'A member has asked on My Profile to have the personal details erased. Open the member to erase them, or to decline with a reason. The law gives you 30 days.',
      },
      { kind: 'button', label: 'Open the member', url: memberUrl },
    ],
  };
}

const asked = z.object({ memberId: z.string() });

/** The mail of kind `erasure-asked`. It is out of date once the request is answered. */
export const renderErasureAskedEmail: RenderEmailIfCurrent = async ({
  db,
  publicUrl,
  mail,
  isForReading,
}) => {
  const { memberId } = asked.parse(mail.about);
  const open = await db
    .selectFrom('erasure_requests')
    .select('id')
    .where('member_id', '=', memberId)
    .where('answered_at', 'is', null)
    .executeTakeFirst();
  if (open === undefined && isForReading !== true) return null;
  const template = erasureAskedEmail(`${publicUrl}/admin/member/${memberId}`);
  return renderTemplate(template, await readIssuer(db));
};

export function erasureDeclinedEmail(reason: string): EmailTemplate {
  return {
    subject: 'Your request to be erased',
    preheader: 'We have declined your request.',
    heading: 'Your request to be erased',
    blocks: [
      {
        kind: 'paragraph',
        text: 'You asked us to erase your personal details. We have declined this request for now.',
      },
      { kind: 'facts', facts: [{ label: 'Reason', value: reason }] },
      {
        kind: 'paragraph',
        text: 'If you do not agree, reply to this email. You can ask again on My Profile.',
      },
    ],
  };
}

const declined = z.object({ reason: z.string() });

/** The mail of kind `erasure-declined`. */
export const renderErasureDeclinedEmail: RenderEmail = async ({ db, mail }) => {
  const template = erasureDeclinedEmail(declined.parse(mail.about).reason);
  return renderTemplate(template, await readIssuer(db));
};

export const erasureDoneEmail: EmailTemplate = {
  subject: 'Your personal details are erased',
  preheader: 'We have done what you asked for.',
  heading: 'Your personal details are erased',
  blocks: [
    {
      kind: 'paragraph',
      text: 'As you asked, we have erased your personal details, and you can no longer sign in. Invoices that you paid and receipts for donations keep your name for as long as tax law requires.',
    },
    {
      kind: 'paragraph',
      text: 'This is our last email to you. We delete this address as soon as it is sent.',
    },
  ],
};

/** The mail of kind `erasure-done`. */
export const renderErasureDoneEmail: RenderEmail = async ({ db }) =>
  renderTemplate(erasureDoneEmail, await readIssuer(db));
