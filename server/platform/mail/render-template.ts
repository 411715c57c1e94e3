import type { Attachment, EmailTemplate, Message, SenderDetails } from './email-template.ts';
import { htmlPart } from './html-part.ts';
import { textPart } from './text-part.ts';

/** Both parts are made from the same blocks, so that they can't disagree. */
export function renderTemplate(
  template: EmailTemplate,
  from: SenderDetails,
  attachments: Attachment[] = [],
): Message {
  return {
    subject: template.subject,
    html: htmlPart(template, from),
    text: textPart(template, from),
    attachments,
    logo: from.logo,
  };
}
