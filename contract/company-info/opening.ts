/** What visitors read at Register and Donate, and what these calls answer, until the installation is ready. */
export const openingTexts = {
  heading: 'Not open yet',
  notOpenYet: 'Registration and donations are not open yet. Please come back later.',
} as const;

/** For System Check. Apart, so that visitors do not load them. */
export const openingStates = {
  isOpen: 'Visitors can register and donate.',
  closed: (missing: readonly string[]) =>
    `Visitors cannot register or donate yet. Missing: ${missing.join(', ')}.`,
  incomplete: (missing: readonly string[]) =>
    `Visitors can register and donate, but this is missing: ${missing.join(', ')}.`,
  advice: 'Complete it in Company Info and Member Types.',
} as const;

/** What an installation needs before visitors can register and donate. */
export const openingNeeds = {
  name: 'the name of the organisation',
  money: 'a bank account, or live card payments',
  fees: 'fees that you have confirmed',
} as const;
export type OpeningNeed = keyof typeof openingNeeds;
