import type { Letter } from '#server/platform/mail/email-template.ts';

export interface ResetLetter {
  firstName: string;
  url: string;
}

/** Sent to whoever asked for a new password. The link is good for half an hour. Rules §4. */
export function resetLetter(data: ResetLetter): Letter {
  return {
    subject: 'Choose a new password',
    preheader: 'The link in this email is good for half an hour.',
    heading: `Hello ${data.firstName}`.trim(),
    blocks: [
      {
        kind: 'paragraph',
        text: 'You asked to choose a new password. The link below is good for half an hour and works once.',
      },
      { kind: 'button', label: 'Choose a new password', url: data.url },
      {
        kind: 'smallPrint',
        text: 'Did you not ask for this? Then you need not do anything: your password stays as it is.',
      },
    ],
  };
}
