import { parseConnectionUrl } from 'nodemailer/lib/shared';
import { isLoopback } from '#server/config.ts';
import { networkProblem } from '#server/platform/http/network-problem.ts';

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
    : (replyIn(response) ?? sentenceOf(networkProblem(error)) ?? message ?? 'No answer');
  return answer.slice(0, 500);
}

/** Another service is not quoted. */
function replyIn(response: string | undefined): string | undefined {
  if (response === undefined || /^[2-5]\d\d(?!\d)/.test(response)) return response;
  return 'What answers there is not a mail server.';
}

function sentenceOf(clause: string | null): string | null {
  return clause && `${clause.charAt(0).toUpperCase()}${clause.slice(1)}.`;
}
