import { readIssuer } from '../company-info/queries.ts';
import { renderLetter } from '../mail/letter.ts';
import { emailChangedLetter } from '../mail/letters/email-changed-letter.ts';
import type { WriteLetter } from '../mail/write-letter.ts';

/** The mail of kind `email-changed`, to the old address. */
export const writeEmailChangedLetter: WriteLetter = async ({ db, mail }) => {
  const firstName = mail.to_name.split(' ')[0] ?? '';
  return renderLetter(emailChangedLetter({ firstName }), await readIssuer(db));
};
