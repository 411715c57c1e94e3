/** For sending the emails that were kept while there was no mail server. */
export const keptMailTexts = {
  button: (count: number) =>
    count === 1 ? 'Send the kept email' : `Send the ${count} kept emails`,
  ask: (count: number, oldest: string, days: number) =>
    `${count === 1 ? 'This email was' : 'These emails were'} kept here while there was no mail server. The oldest is of ${days === 0 ? 'today' : `${oldest}, ${days === 1 ? '1 day' : `${days} days`} ago`}. Each is written with the data of today. Emails that are out of date are not sent. Invitations and password resets get a new link.`,
  /** The first administrator had such an address. */
  localStay: (count: number) =>
    `${count === 1 ? '1 email' : `${count} emails`} to addresses that end in @localhost ${count === 1 ? 'stays' : 'stay'} here, because no mail can arrive there.`,
  /** The address of the pages is this computer's own. */
  localLinks: (url: string) =>
    `The links in these emails begin with ${url}, which works on this computer only. Set PUBLIC_URL on the server first.`,
  sent: (queued: number, left: number) =>
    `${queued === 1 ? '1 email is' : `${queued} emails are`} on the way.${left === 0 ? '' : ` ${left} are left. Press the button again.`}`,
  noServerYet: 'There is no mail server yet. Enter it under Company Info first.',
} as const;
