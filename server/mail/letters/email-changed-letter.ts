import type { Letter } from '../letter.ts';

/** Sent to the old address, so that nobody loses an account without noticing. Rules §4. */
export function emailChangedLetter({ firstName }: { firstName: string }): Letter {
  return {
    subject: 'Your email address was changed',
    preheader: 'We will write to another address from now on.',
    heading: `Hello ${firstName}`.trim(),
    blocks: [
      {
        kind: 'paragraph',
        text: 'Another email address was entered for your membership. You sign in with that one from now on, and we write to it.',
      },
      {
        kind: 'smallPrint',
        text: 'Did you not ask for this? Then please tell us at once: you find how to reach us below.',
      },
    ],
  };
}
