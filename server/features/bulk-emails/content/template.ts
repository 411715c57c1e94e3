import { joinWithValues, splitAtPlaceholders } from '#contract/bulk-emails/placeholders.ts';
import { escapeText } from '#server/platform/mail/layout.ts';
import type { Attachment, SenderDetails, Message } from '#server/platform/mail/email-template.ts';
import { renderTemplate } from '#server/platform/mail/render-template.ts';
import type { ValueOf } from '#server/platform/mail/delivery/mime-template.ts';
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

/** A rendered bulk email. In each text, every second part is a placeholder name. */
export interface BulkTemplate {
  subject: string[];
  html: string[];
  text: string[];
  attachments: Attachment[];
}

/** Marks the position of the token. No list has a value with this name, so no user can write it. */
const tokenName = 'UnsubscribeToken';

/** Renders and sanitises once, and splits at the placeholders. product-rules 9.3. */
export function compile({ subject, title, content }: Content, sending: Sending): BulkTemplate {
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
  return {
    subject: splitAtPlaceholders(message.subject),
    html: splitAtPlaceholders(message.html),
    text: splitAtPlaceholders(message.text),
    attachments: message.attachments,
  };
}

export type Replacements = Record<string, string>;

/** The message for one recipient. */
export function fill(template: BulkTemplate, replacements: Replacements, token: string): Message {
  const values = valuesOf(replacements, token);
  return {
    subject: joinWithValues(template.subject, values.text),
    html: joinWithValues(template.html, values.html),
    text: joinWithValues(template.text, values.text),
    attachments: template.attachments,
  };
}

/**
 * The values of one recipient by placeholder name, as plain text and as HTML. Replaces only supported
 * names, escapes values, evaluates nothing. An unknown name stays unchanged. product-rules 9.3.
 */
export function valuesOf(
  replacements: Replacements,
  token: string,
): { text: ValueOf; html: ValueOf } {
  const values: Replacements = { ...replacements, [tokenName]: token };
  const valueOf = (name: string, encoded: (value: string) => string) =>
    Object.hasOwn(values, name) ? encoded(oneLine(values[name] ?? '')) : `{{${name}}}`;
  return {
    text: (name) => valueOf(name, (value) => value),
    html: (name) => valueOf(name, escapeText),
  };
}

/** Removes line breaks from values: in a subject, a second line would become a header. */
function oneLine(value: string): string {
  return value.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim();
}
