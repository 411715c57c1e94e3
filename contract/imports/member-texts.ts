import { formatDay, type Day } from '#contract/days.ts';
import { mostRelatives, oldestRelative } from '#contract/limits.ts';

export type FamilyRole = 'main' | 'relative';

const mainWords = [
  'main',
  'main member',
  'member',
  'principal',
  'yes',
  'y',
  'ja',
  'hooflid',
  'lid',
];

/** "Main member" or "child", "Yes" or "No". Null for an empty cell. */
export function familyRoleOf(text: string): FamilyRole | null {
  if (text === '') return null;
  return mainWords.includes(text.trim().toLowerCase()) ? 'main' : 'relative';
}

interface RowOfPerson {
  row: number;
  name: string;
}

export type Shared = 'email' | 'membership number';

/** A number that is left out is given by the product; an email is not. */
function ownOf(what: readonly Shared[]): string {
  const ways: Readonly<Record<Shared, string>> = {
    email: 'give one of them another email',
    'membership number': 'remove the membership number of one, who gets a new one',
  };
  return what.map((one) => ways[one]).join(', and ');
}

/** What the check says about rows of members. Most begin with a subject, by which they are counted. */
export const importMemberTexts = {
  future: (text: string, day: Day) => `${text} is ${formatDay(day)}, a day in the future.`,
  consentInFuture: 'the day in the answer about consent is in the future.',
  badTitle: 'please use Mr, Mrs, Ms, Miss, Dr or Prof.',
  tooLong: (most: number) => `please use at most ${most} characters.`,
  required: (label: string) => `${label} is missing.`,
  unknownType: (spelling: string) =>
    spelling === ''
      ? 'Type is missing. Fill it in, or choose a type for rows without one.'
      : `Type “${spelling}” is not known. Choose what it means.`,
  unknownStatus: (spelling: string) => `Status “${spelling}” is not known. Choose what it means.`,
  unknownProvince: (spelling: string) =>
    `Province “${spelling}” is not known. Choose what it means.`,
  needsPaidUntil: (status: string) =>
    `The status is ${status}, but Paid until is empty. Fill in the day until which the membership is valid.`,
  followsPaidUntil: (status: string) => `The status will be ${status}, because of Paid until.`,
  twoDigits: (text: string) =>
    `${text} has a year of two digits. Answer the question about years, or write all four digits.`,
  readAs: (text: string, day: Day) => `${text} is ${formatDay(day)}`,
  consentSince: (text: string) =>
    `${text} does not say since when. Answer the question about consent, or write the day.`,
  numberOfOther: (number: string, name: string) =>
    `Membership number: ${number} belongs to ${name}. Correct the number, or the name and the email.`,
  twoMembers: (number: string, other: string) =>
    `Membership number: the number belongs to member ${number}, and the email to ${other}. Correct one of them.`,
  numberInUse: (number: string, name: string) =>
    `Membership number: ${name} is already a member, with the number ${number}. Correct the number in the file.`,
  emailOfOther: (name: string, number: string) =>
    `Email: it belongs to ${name} (${number}). Correct the name, or fill in another email.`,
  childOf: (name: string, number: string) =>
    `Family: this looks like a child of ${name} (${number}). Put the row below one of that member, or add the relative on the member's page.`,
  emailOfUser: 'Email: it belongs to an administrator. Fill in another email.',
  isArchived: (number: string) =>
    `Archived: the member of this row is archived (${number}). Restore the member first, then import the row.`,
  namesake: (name: string, number: string) =>
    `Another member has the same name: ${name} (${number}). Make sure that this is another person.`,
  /** `mayBeChild`: the date of birth of one of them is missing. */
  shared: (one: RowOfPerson, other: RowOfPerson, what: readonly Shared[], mayBeChild: boolean) =>
    [
      `Two people with one ${what.join(' and ')}: ${one.name} (row ${one.row}) and ${other.name} (row ${other.row}).`,
      `Is each a member, such as a couple or students of one family? Then ${ownOf(what)}.`,
      mayBeChild &&
        `Is one a child of the other, of at most ${oldestRelative}? Then fill in the date of birth, and choose a family type for the other.`,
    ]
      .filter(Boolean)
      .join(' '),
  samePerson: (name: string, row: number, other: number, what: readonly Shared[]) =>
    `Twice in the file: ${name} is in rows ${row} and ${other}, with different values. Is it one person? Then delete the wrong row. Are they two? Then ${ownOf(what)}.`,
  couple: (firstName: string) =>
    `First name: “${firstName}” looks like two people. Each member has a record. Keep one name in this row, and give the other person a row and an email of their own.`,
  withoutBirthDate: (problem: string) => `${problem} The row is imported without it.`,
  copyOf: (row: number) => `Twice in the file: this row is the same as row ${row} and is left out.`,
  noMain:
    'Family: this is a relative, but no row has the main member with the same email or number. Add the row of the main member. Is this a member of its own, such as a student? Then fill in an email of its own, and write “Main member” under Main member or relative.',
  ofFamily: (row: number) =>
    `Family: row ${row} has a problem, and the rows of a family are imported together.`,
  ofWaitingFamily: (row: number) =>
    `Family: row ${row} waits for an answer, and the rows of a family are imported together.`,
  relativeOf: (row: number) => `Relative of row ${row}`,
  familyOnly: (type: string) =>
    `Family: the type ${type} has no relatives. Choose a family type. Are the relatives members, such as students? Then give each a row and an email of their own.`,
  tooManyRelatives: `Family: there are more than ${mostRelatives} relatives. Remove the others.`,
  relativeName: 'Family: a relative needs a first name and a last name.',
  relativeTooOld: (name: string) =>
    `Family: ${name} is older than ${oldestRelative}. Remove the relative, or give this person a row and an email of their own.`,
  noConsent: 'Consent is not recorded, because its source is missing.',
  changes: (labels: string[]) => `Changes ${labels.join(', ')}.`,
  kept: (labels: string[]) => `Different, but not changed: ${labels.join(', ')}.`,
  newPeriod: (until: Day) => `Adds a membership until ${formatDay(until)}.`,
  addsRelatives: (names: string[]) => `Adds ${names.join(', ')}.`,
  deactivatedReason: (fileName: string) => `Deactivated in ${fileName}`,
  consentWords: (fileName: string) => `Imported from ${fileName}`,
  importedFrom: (fileName: string, row: number) => `${fileName}, row ${row}`,
  obstacle: {
    merged: 'was merged with another record. Undo the merge first, on the page of the member',
    archived: 'was archived',
    administrator: 'is an administrator',
    invited: 'has an invitation',
    password: 'has chosen a password',
    signedIn: 'has signed in',
    mail: 'has an email in Sent Mail',
    bulkEmail: 'is a recipient of a bulk email',
    invoice: 'has an invoice',
    period: 'has a later membership period',
    changed: 'was changed after the import',
  },
} as const;
