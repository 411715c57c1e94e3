import type { SendMailOptions } from 'nodemailer';
import type { MailAddress, OutgoingMail } from '../transport.ts';

/** One plain address: nothing that a mail server could read as two, or as a command. */
const plainAddress = /^[^\s\p{Cc}@,;:<>()[\]\\"]+@[^\s\p{Cc}@,;:<>()[\]\\"]+$/u;

export function isSendable(address: string): boolean {
  return address.length <= 254 && address.isWellFormed() && plainAddress.test(address);
}

/** What nodemailer gets for a whole mail. */
export function compose({ message, ...mail }: OutgoingMail): SendMailOptions {
  return {
    ...composeHeaders({ ...mail, subject: message.subject }),
    envelope: { from: mail.from.address, to: [mail.to.address] },
    text: message.text,
    html: message.html,
    attachments: message.attachments,
  };
}

/** All that the headers are made from. */
export interface MailHeaders extends Omit<OutgoingMail, 'message'> {
  subject: string;
}

/** Addresses are objects, so that nodemailer never parses a name or an address for further recipients. */
export function composeHeaders(mail: MailHeaders): SendMailOptions {
  const { messageId, date, from, to, subject, unsubscribeUrl } = mail;
  return {
    messageId: `<${messageId}>`,
    date,
    from: cleaned(from),
    ...(from.replyTo ? { replyTo: { name: '', address: from.replyTo } } : {}),
    to: cleaned(to),
    subject: oneLine(subject),
    // Says to other mail programs that no person answers here: no out-of-office replies.
    headers: { 'Auto-Submitted': 'auto-generated', ...unsubscribing(unsubscribeUrl) },
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** RFC 8058: a mail program unsubscribes by posting to the address; opening it changes nothing. */
function unsubscribing(url: string | undefined): Record<string, string> {
  if (url === undefined) return {};
  return {
    Precedence: 'bulk',
    'List-Unsubscribe': `<${url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
}

function cleaned({ name, address }: MailAddress): MailAddress {
  return { name: oneLine(name), address };
}

/** Line breaks and other invisible characters would start a header of their own. */
function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim();
}
