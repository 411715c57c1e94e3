import { readIssuer } from '#server/company-info/queries.ts';
import { renderLetter } from '#server/mail/letter.ts';
import { emailChangedLetter } from '#server/mail/letters/email-changed-letter.ts';
import type { WriteLetter } from '#server/mail/write-letter.ts';

/** The mail of kind `email-changed`, to the address that is one no longer. */
export const writeEmailChangedLetter: WriteLetter = async ({ db, mail }) => {
  const firstName = mail.to_name.split(' ')[0] ?? '';
  return renderLetter(emailChangedLetter({ firstName }), await readIssuer(db));
};
