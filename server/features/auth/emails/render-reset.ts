import { readIssuer } from '#server/features/company-info/queries.ts';
import { renderLetter } from '#server/platform/mail/email-template.ts';
import { resetLetter } from './reset.ts';
import type { WriteLetter } from '#server/platform/mail/render-email.ts';
import { resetUrl } from '../password-links.ts';

/** The mail of kind `reset`. Its token is wiped once it has gone. */
export const writeResetLetter: WriteLetter = async ({ db, publicUrl, mail }) => {
  if (mail.secret === null) throw new Error(`mail ${mail.id} has no token any more`);
  const url = resetUrl(publicUrl, mail.secret, mail.to_email);
  return renderLetter(
    resetLetter({ firstName: mail.to_name.split(' ')[0] ?? '', url }),
    await readIssuer(db),
  );
};
