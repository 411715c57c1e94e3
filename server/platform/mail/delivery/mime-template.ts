import { randomUUID } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';
import { encode, wrap } from 'nodemailer/lib/qp';
import type { Attachment } from '../email-template.ts';
import { composeHeaders, type MailHeaders } from './envelope.ts';

/** The value for a placeholder name. */
export type ValueOf = (name: string) => string;

/** A message without its values. In each text, every second part is a placeholder name. */
interface Texts {
  text: string[];
  html: string[];
  attachments: Attachment[];
}

export interface MimeTemplate {
  /** The whole message for one recipient, with CRLF line ends. */
  build(headers: MailHeaders, values: { text: ValueOf; html: ValueOf }): Buffer;
}

/**
 * Encodes the parts and the attachments once. For each recipient, only the headers and the values are
 * encoded, because composing a whole message takes most of the time of sending it.
 */
export async function openMimeTemplate({ text, html, attachments }: Texts): Promise<MimeTemplate> {
  const { contentType, before, between, after } = await composeFrame(attachments);
  const textPart = text.map(encodeLiteral);
  const htmlPart = html.map(encodeLiteral);
  return {
    build(headers, values) {
      const head = buildHeaders(headers, contentType);
      const parts = [
        before,
        fillPart(textPart, values.text),
        between,
        fillPart(htmlPart, values.html),
      ];
      return Buffer.concat([Buffer.from(`${head}\r\n\r\n${parts.join('')}`), after]);
    },
  };
}

interface Frame {
  /** The `Content-Type` of the whole message, with the boundary that the frame uses. */
  contentType: string;
  /** What stands before the text part, between both parts, and after the HTML part. */
  before: string;
  between: string;
  after: Buffer;
}

/** nodemailer composes the structure around the parts, attachments included. */
async function composeFrame(attachments: Attachment[]): Promise<Frame> {
  const [text, html] = [randomUUID(), randomUUID()];
  const part = (content: string) => ({
    content,
    contentTransferEncoding: 'quoted-printable' as const,
  });
  const options = { text: part(text), html: part(html), attachments };
  const raw = await new MailComposer({ ...options, ...noAccess }).compile().build();
  const bodyAt = raw.indexOf('\r\n\r\n') + 4;
  const [textAt, htmlAt] = [raw.indexOf(text), raw.indexOf(html)];
  const headers = raw.toString('latin1', 0, bodyAt).replaceAll(/\r\n[ \t]+/g, ' ');
  return {
    contentType: /^Content-Type: (.*)$/m.exec(headers)?.[1] ?? '',
    before: raw.toString('latin1', bodyAt, textAt),
    between: raw.toString('latin1', textAt + text.length, htmlAt),
    after: raw.subarray(htmlAt + html.length),
  };
}

const noAccess = { disableFileAccess: true, disableUrlAccess: true };

/** A new set for each recipient, so that no value of one recipient can stay for the next. */
function buildHeaders(headers: MailHeaders, contentType: string): string {
  const node = new MailComposer(composeHeaders(headers)).compile();
  node.setHeader('Content-Type', contentType);
  return node.buildHeaders();
}

/** Every second part is a name and stays as it is. */
function encodeLiteral(part: string, place: number, parts: string[]): string {
  if (place % 2 === 1) return part;
  const encoded = encodeText(part.replaceAll(/\r\n?|\n/g, '\r\n'));
  return place === parts.length - 1 ? encoded : softBreak(encoded);
}

function fillPart(parts: string[], valueOf: ValueOf): string {
  // A name that occurs often is encoded once.
  const values = new Map<string, string>();
  const encodedValue = (name: string) => {
    const value = values.get(name) ?? softBreak(encodeText(valueOf(name)));
    values.set(name, value);
    return value;
  };
  return parts.map((part, place) => (place % 2 === 0 ? part : encodedValue(part))).join('');
}

/** One character shorter than the 76 that are allowed, because a soft line break may follow. */
function encodeText(text: string): string {
  return wrap(encode(text), 75);
}

/** Ends the line, so that the length of the next piece does not matter. Mail programs join the lines. */
function softBreak(encoded: string): string {
  return encoded === '' || encoded.endsWith('\r\n') ? encoded : `${encoded}=\r\n`;
}
