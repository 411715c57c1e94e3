import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { smtpOptions } from './smtp-options.ts';

interface SmtpCheck {
  isEncrypted: boolean;
  isSignedIn: boolean;
}

/** Connects and signs in as for a mail, and sends none. Fails with the server's error. */
export async function checkSmtp(url: string, timeoutMs: number): Promise<SmtpCheck> {
  const options = smtpOptions(url);
  const connection = new SMTPConnection({
    ...options,
    connectionTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
  const { auth } = options;
  try {
    await new Promise<void>((resolve, reject) => {
      connection.on('error', reject);
      connection.on('end', () => reject(new Error('The mail server closed the connection.')));
      connection.connect((error) => (error ? reject(error) : resolve()));
    });
    if (auth) {
      await new Promise<void>((resolve, reject) => {
        connection.login(auth, (error) => (error ? reject(error) : resolve()));
      });
    }
    return { isEncrypted: connection.secure, isSignedIn: auth !== undefined };
  } finally {
    connection.close();
  }
}
