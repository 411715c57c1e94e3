/** The message of a 401 after an administrator has done nothing for an hour. Apart: every page loads it. */
export const idleMessage =
  'You were signed out because you did nothing for an hour. Sign in to continue where you were.';

/** A call with this header is made by the page alone, so it does not count as use of the session. */
export const unattendedHeader = 'x-unattended';

/** A public call with this header is made by a signed-in person, and refused without a session. */
export const signedInHeader = 'x-signed-in';

/** For a link that was sent to somebody else than the signed-in user. */
export const otherAccountTexts = {
  invitation: (name: string) =>
    `This link is for another person. You are signed in as ${name}. Log out to use the link.`,
  renewal: (name: string) =>
    `This link renews the membership of another member. You are signed in as ${name}. To use the link, log out, then sign in as that member.`,
  logOut: 'Log Out',
  stay: 'Stay signed in',
} as const;
