import { readIssuer } from '#server/features/company-info/queries.ts';
import { renderLetter } from '#server/platform/mail/email-template.ts';
import { emailChangedLetter } from './email-changed.ts';
import type { WriteLetter } from '#server/platform/mail/render-email.ts';

/** The mail of kind `email-changed`, to the address that is one no longer. */
export const writeEmailChangedLetter: WriteLetter = async ({ db, mail }) => {
  const firstName = mail.to_name.split(' ')[0] ?? '';
  return renderLetter(emailChangedLetter({ firstName }), await readIssuer(db));
};
