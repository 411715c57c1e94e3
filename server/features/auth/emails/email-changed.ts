import type { Letter } from '#server/platform/mail/email-template.ts';

/** Sent to the old address, so that nobody loses an account without noticing; to a member or an administrator. Rules §4. */
export function emailChangedLetter({ firstName }: { firstName: string }): Letter {
  return {
    subject: 'Your email address was changed',
    preheader: 'You sign in with another address from now on.',
    heading: `Hello ${firstName}`.trim(),
    blocks: [
      {
        kind: 'paragraph',
        text: 'You have another email address with us from now on. This one signs you in no longer, and your other devices were signed out.',
      },
      {
        kind: 'smallPrint',
        text: 'Did you not ask for this? Then please tell us at once: you find how to reach us below.',
      },
    ],
  };
}
