import type { MailServer } from '#contract/stored-settings/mail-server.ts';
import type { StoredValues } from '#server/stored-config.ts';

export interface MailAccount extends Pick<MailServer, 'host' | 'port' | 'user' | 'from'> {
  password: string;
}

/** Where TLS begins with the first byte. */
const tlsPort = 465;

/** As `SMTP_URL` and `MAIL_FROM`. */
export function mailValuesOf({ host, port, user, password, from }: MailAccount): StoredValues {
  const url = new URL(`${port === tlsPort ? 'smtps' : 'smtp'}://${host}:${port}`);
  const signIn = user === '' ? '' : `${encodeURIComponent(user)}:${encodeURIComponent(password)}@`;
  return {
    SMTP_URL: `${url.protocol}//${signIn}${url.host}`,
    ...(from !== '' && { MAIL_FROM: from }),
  };
}

export function mailAccountOf({ SMTP_URL = '', MAIL_FROM = '' }: StoredValues): MailAccount {
  if (!URL.canParse(SMTP_URL)) return { host: '', port: 587, user: '', password: '', from: '' };
  const { protocol, hostname, port, username, password } = new URL(SMTP_URL);
  return {
    host: hostname,
    port: Number(port) || (protocol === 'smtps:' ? tlsPort : 587),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    from: MAIL_FROM,
  };
}
