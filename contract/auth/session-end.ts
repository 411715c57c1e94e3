/** The message of a 401 after an administrator has done nothing for an hour. Apart: every page loads it. */
export const idleMessage =
  'You were signed out because you did nothing for an hour. Sign in to continue where you were.';

/** A call with this header is made by the page alone, so it does not count as use of the session. */
export const unattendedHeader = 'x-unattended';
