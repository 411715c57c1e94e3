import { readIssuer } from '#server/features/company-info/queries.ts';
import { renderLetter } from '#server/platform/mail/email-template.ts';
import { invitationLetter } from './invitation.ts';
import type { WriteLetter } from '#server/platform/mail/render-email.ts';

/** The mail of kind `invitation`. */
export const writeInvitationLetter: WriteLetter = async ({ db, publicUrl, mail }) => {
  const { userId, isReturn } = mail.about as { userId: string; isReturn: boolean };
  const issuer = await readIssuer(db);
  const letter = invitationLetter({
    firstName: mail.to_name.split(' ')[0] ?? '',
    organisation: issuer.name,
    url: `${publicUrl}/login/${userId}`,
    isReturn,
  });
  return renderLetter(letter, issuer);
};
