import { splitAtPlaceholders } from '#contract/bulk-emails/placeholders.ts';
import { escapeText } from '#server/platform/mail/layout.ts';
import {
  renderTemplate,
  type Attachment,
  type SenderDetails,
  type Message,
} from '#server/platform/mail/email-template.ts';
import { mailHtml } from './mail-html.ts';
import { mailText } from './mail-text.ts';

export interface Content {
  subject: string;
  title: string;
  content: string;
}

export interface Sending {
  from: SenderDetails;
  attachments: Attachment[];
  /** Where someone with this token unsubscribes. */
  unsubscribeUrl: (token: string) => string;
  /** Why people get it; stands beside the link. */
  why: string;
}

export type Fill = (replacements: Record<string, string>, token: string) => Message;

/** Stands where the token goes; no list has a value of that name, so nobody can write it. */
const tokenName = 'UnsubscribeToken';

/**
 * Laid out and sanitised once, taken apart at its placeholders, and put together for each
 * recipient: only known names are replaced, values are text, and nothing is run. product-rules 9.3.
 */
export function compile({ subject, title, content }: Content, sending: Sending): Fill {
  const heading = title === '' ? subject : title;
  const message = renderTemplate(
    {
      subject,
      heading,
      blocks: [
        { kind: 'richText', html: mailHtml(content), text: mailText(content) },
        {
          kind: 'smallLink',
          text: sending.why,
          label: 'Unsubscribe',
          url: sending.unsubscribeUrl(`{{${tokenName}}}`),
        },
      ],
    },
    sending.from,
    sending.attachments,
  );
  const [subjects, html, text] = [message.subject, message.html, message.text].map(
    splitAtPlaceholders,
  );
  return (replacements, token) => {
    const values = { ...replacements, [tokenName]: token };
    return {
      subject: put(subjects ?? [], values, (value) => value),
      html: put(html ?? [], values, escapeText),
      text: put(text ?? [], values, (value) => value),
      attachments: message.attachments,
    };
  };
}

/** Every second part is a name; one that nobody knows stays as it was written. */
function put(
  parts: string[],
  values: Record<string, string>,
  asText: (value: string) => string,
): string {
  return parts
    .map((part, place) => {
      if (place % 2 === 0) return part;
      return Object.hasOwn(values, part) ? asText(oneLine(values[part] ?? '')) : `{{${part}}}`;
    })
    .join('');
}

/** A value has no lines: in a subject a second one would be a header. */
function oneLine(value: string): string {
  return value.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
