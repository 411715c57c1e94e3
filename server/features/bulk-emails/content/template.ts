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
  /** The unsubscribe URL for a token. */
  unsubscribeUrl: (token: string) => string;
  /** The reason for the email, shown beside the link. */
  why: string;
}

export type Fill = (replacements: Record<string, string>, token: string) => Message;

/** Marks the position of the token. No list has a value with this name, so no user can write it. */
const tokenName = 'UnsubscribeToken';

/**
 * Renders and sanitises once, splits at the placeholders, and joins for each recipient. Replaces only
 * supported names, escapes values, evaluates nothing. product-rules 9.3.
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

/** Every second part is a placeholder name. An unknown name stays unchanged. */
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

/** Removes line breaks from values: in a subject, a second line would become a header. */
function oneLine(value: string): string {
  return value.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
