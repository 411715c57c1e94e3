import type { SendMailOptions } from 'nodemailer';
import type { MailAddress, OutgoingMail } from '../transport.ts';

/** One plain address: nothing that a mail server could read as two, or as a command. */
const plainAddress = /^[^\s\p{Cc}@,;:<>()[\]\\"]+@[^\s\p{Cc}@,;:<>()[\]\\"]+$/u;

export function isSendable(address: string): boolean {
  return address.length <= 254 && address.isWellFormed() && plainAddress.test(address);
}

/**
 * What nodemailer is given. Addresses are objects, so that a name or an address is never parsed
 * for further recipients, and who receives it is said apart from the headers.
 */
export function compose(mail: OutgoingMail): SendMailOptions {
  const { messageId, date, from, to, message, unsubscribeUrl } = mail;
  return {
    messageId: `<${messageId}>`,
    date,
    from: cleaned(from),
    ...(from.replyTo ? { replyTo: { name: '', address: from.replyTo } } : {}),
    to: cleaned(to),
    envelope: { from: from.address, to: [to.address] },
    subject: oneLine(message.subject),
    text: message.text,
    html: message.html,
    attachments: message.attachments,
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
