import { parseConnectionUrl } from 'nodemailer/lib/shared';
import { isLoopback } from '#server/config.ts';

/**
 * The options in `SMTP_URL`. A user name and its password leave this machine only encrypted: without
 * `requireTLS` an attacker who removes STARTTLS from the server's reply would read them.
 */
export function smtpOptions(url: string) {
  const options = parseConnectionUrl(url);
  const isOpen = options.auth === undefined || isLoopback(new URL(url).hostname);
  return isOpen ? options : { ...options, requireTLS: true };
}

interface SmtpError {
  code?: string;
  command?: string;
  response?: string;
  message?: string;
}

/** Whether the server refused to encrypt the connection. */
export function isEncryptionRefused(error: unknown): boolean {
  const { code, command, response } = (error ?? {}) as SmtpError;
  return code === 'ETLS' && command === 'STARTTLS' && response !== undefined;
}

/** What an administrator reads about an error: the server's reply, if there is one. */
export function smtpAnswer(error: unknown): string {
  const { response, message } = (error ?? {}) as SmtpError;
  const answer = isEncryptionRefused(error)
    ? `The mail server does not encrypt the connection, so the password was not sent (${response}).`
    : (response ?? inWords(message) ?? 'No answer');
  return answer.slice(0, 500);
}

const systemErrors: [RegExp, (place: string) => string][] = [
  [/\bENOTFOUND (\S+)/, (host) => `There is no server with the name ${host} (ENOTFOUND).`],
  [/\bEAI_AGAIN (\S+)/, (host) => `The name ${host} could not be looked up (EAI_AGAIN).`],
  [/\bECONNREFUSED (\S+)/, (address) => `Nothing answers at ${address} (ECONNREFUSED).`],
  [/\bEHOSTUNREACH (\S+)/, (address) => `There is no way to ${address} (EHOSTUNREACH).`],
  [/\bETIMEDOUT (\S+)/, (address) => `${address} did not answer in time (ETIMEDOUT).`],
];

/** The code stays: whoever runs the server searches for it. */
function inWords(message: string | undefined): string | undefined {
  for (const [pattern, words] of systemErrors) {
    const [, place] = pattern.exec(message ?? '') ?? [];
    if (place !== undefined) return words(place);
  }
  return message;
}
