import { keptHere } from '#contract/communication/kept-mail.ts';
import { formatRand } from '#contract/money.ts';
/** Texts of importing records from a spreadsheet. product-rules 20. */
/** The last column of the file with the problems. It is ignored when it comes back. */
export const problemHeading = 'Problem';

export const importTexts = {
  chooseClosed:
    'Some rows lie in months that are closed. Choose what happens to them, then import again.',
  closedSince: 'The month of this row was closed after the check. Check the file again.',
  heading: 'Imports',
  newHeading: 'New Import',
  failed: 'Failed to fetch the imports',
  notFound: 'This import does not exist.',
  none: 'Nothing has been imported yet.',
  noFile: 'Please choose a file.',
  emptyFile: 'This file is empty. Please choose another file.',
  noName: 'The name of the file is missing.',
  tooLarge: 'A file is at most 20 MB. Delete what is not needed, or divide it into several files.',
  tooManyOpen: 'There are already 20 files waiting. Import or discard some of them first.',
  otherBusy: 'Another import is running. Wait until it is done, then try again.',
  isBusy: 'This import is running. Wait until it is done, then try again.',
  notChecked: 'Check the rows first. The file or the columns have changed since.',
  nothingNew: 'There is nothing to import: no row is new or would change a record.',
  notImported: 'Only an import that is complete can be undone.',
  alreadyDone: 'This import is complete. Undo it to change something.',
  isGone: 'The rows of this import were deleted after 30 days. It can no longer be changed.',
  prevented: 'This import cannot be undone, because something depends on it. See the list.',
  wrongColumns: 'The columns do not fit this file. Reload the page and try again.',
  twice: (label: string) => `Two columns are both “${label}”. Choose it for one of them.`,
  missing: (label: string) => `No column is “${label}”. Choose the column that has it.`,
  gaveUp:
    'This file was begun three times, and the work was interrupted each time. Check it again. If that fails, too, copy the rows into a new spreadsheet.',
  /** Stored with the row, and counted by. */
  decoration: 'This row is a total or a line. It is not imported.',
  failedRow: 'This row could not be saved. Try to import it again in a new file.',
} as const;

/** "rows 3, 4 and 12 more": the first ones. */
function rowsNamed(count: number, rows: readonly number[]): string {
  const more = count > rows.length ? ` and ${count - rows.length} more` : '';
  return `${count === 1 ? 'row' : 'rows'} ${rows.join(', ')}${more}`;
}

/** Labels and sentences of the pages. */
export const importWords = {
  closedTitle: 'Rows of closed months',
  closed: (rows: number, rand: number) =>
    `${rows === 1 ? '1 new row lies' : `${rows} new rows lie`} in months that are closed: ${formatRand(rand)} in all.`,
  closedChoices: {
    elsewhere:
      'They were reported elsewhere. They are kept as facts of the payers and are not in these books.',
    now: 'Book them now. They are income of the first month that is open.',
  },
  intro:
    'Bring records from a spreadsheet into the system. Nothing is changed before you have seen what would happen to each row, and no emails are sent.',
  add: 'New import',
  backToList: 'All imports',
  backToMembers: 'Back to members',
  kind: 'What does the file contain?',
  kinds: {
    members: 'Members',
    payments: 'Past payments',
    donations: 'Past donations',
    suppressions: 'Unsubscribed addresses',
  },
  kindLines: {
    members: 'With their families, statuses and paid memberships.',
    payments: 'Each becomes an invoice that is paid on its day. No membership is added.',
    donations: 'Each is received on its day. No thanks are sent.',
    suppressions: 'They get no bulk emails.',
  },
  file: 'File',
  fileHint: 'A CSV file or an Excel workbook (.xlsx) of at most 20 MB. You can also drop it here.',
  upload: 'Upload the file',
  uploading: 'Uploading the file…',
  states: {
    uploaded: 'Not checked',
    reading: 'Reading',
    checking: 'Checking',
    checked: 'Checked',
    importing: 'Importing',
    imported: 'Imported',
    undoing: 'Undoing',
    undone: 'Undone',
    discarded: 'Discarded',
  },
  steps: ['Columns', 'Check', 'Import', 'Result'],
  stepsLabel: 'Steps',
  columns: 'Columns',
  columnsIntro: 'Choose what each column of the file contains. The choice is remembered.',
  howToRead: 'How the file is read',
  encoding: 'Encoding',
  encodings: {
    'utf-8': 'UTF-8 (usual)',
    'utf-16le': 'UTF-16',
    'windows-1252': 'Windows (Western Europe)',
  },
  separator: 'Separator',
  separators: { ',': 'Comma', ';': 'Semicolon', '\t': 'Tab', '|': 'Vertical bar' },
  sheet: 'Sheet',
  headerRow: 'Row with the headings',
  headerHint: '0 if the file has no headings.',
  readAgain: 'Read the file again',
  notImported: 'Not imported',
  leftOut: (headings: readonly string[]) => `Not imported: ${headings.join(', ')}.`,
  examples: (values: string) => `For example: ${values}`,
  noExamples: 'No values in the first rows',
  existing: 'Records that are already there',
  existingChoices: {
    keep: { title: 'Leave as they are', line: 'Only new records are added.' },
    fill: { title: 'Fill in what is empty', line: 'Nothing that is filled in changes.' },
    replace: { title: 'Take the values of the file', line: 'An empty cell changes nothing.' },
  },
  check: 'Check the rows',
  checkTitle: 'Check',
  checkAgain: 'Check again',
  changeColumns: 'Change the columns',
  questions: 'Questions',
  questionsIntro: 'Each is asked once for the whole file. Answer what you can, then check again.',
  namesIntro:
    'The types and statuses that you choose can show further problems, such as an empty Paid until.',
  waiting: (rows: number) =>
    rows === 1 ? '1 row waits for the answers.' : `${rows} rows wait for the answers.`,
  years: 'Years of two digits',
  yearsAgree: 'Yes, read all years of two digits like this',
  yearsExample: (column: string, meaning: string) => `${column}: ${meaning}.`,
  consent: 'Consent without a day',
  consentIntro: (columns: string[]) =>
    `${columns.join(' and ')}: “Yes” does not say since when they have agreed. To leave consent out, choose “Not imported” for the column.`,
  consentOn: 'They agreed on or before',
  consentSource: 'How did they agree?',
  consentSourceHint: 'For example: paper form, or website of the old system.',
  consentIncomplete: 'Fill in both the day and how they agreed, or none of them.',
  consentLate: 'The day on which they agreed cannot be after today.',
  spellingOf: { type: 'Type', status: 'Status', province: 'Province' } as Readonly<
    Record<string, string>
  >,
  emptySpelling: '(empty)',
  automaticStatus: 'Follows Paid until',
  automaticProvince: 'None of these: it follows from the zip code',
  chooseSpelling: 'Choose…',
  /** Of a type such as “Life” or “Honorary”. */
  forLife:
    'For life and honorary members, choose a type with the fee R0.00, and fill in a Paid until far ahead, such as 2099-12-31. Is there no such type? Add one under Member Types first.',
  isForLife: (spelling: string) =>
    /\b(life|lifetime|honorary|hon|lewens?lang|lewenslid|ere)/i.test(spelling),
  fates: {
    new: 'New',
    change: 'Changes',
    same: 'No change',
    relative: 'Relative',
    waiting: 'Waiting for an answer',
    problem: 'Problem',
  },
  doneFates: {
    new: 'Added',
    change: 'Changed',
    same: 'No change',
    relative: 'Relative',
    waiting: 'Left out without an answer',
    problem: 'Problem',
  },
  undoneFates: {
    new: 'Removed again',
    change: 'Changed back',
    same: 'No change',
    relative: 'Relative',
    waiting: 'Left out without an answer',
    problem: 'Problem',
  },
  subjects: 'What is wrong',
  subject: (subject: string, count: number, rows: readonly number[]) =>
    `${subject}: ${rowsNamed(count, rows)}`,
  decorations: (count: number, rows: readonly number[]) =>
    `Not imported, because ${count === 1 ? 'it is a total or a line' : 'they are totals or lines'}: ${rowsNamed(count, rows)}.`,
  seeMembers: (count: number) => (count === 1 ? 'See the new member' : `See the ${count} members`),
  rows: 'Rows',
  show: 'Show',
  allRows: 'All rows',
  row: (row: number) => `Row ${row}`,
  noRows: 'There are no such rows.',
  earlier: 'Previous rows',
  later: 'Next rows',
  range: (from: number, to: number, of: number) => `${from} to ${to} of ${of}`,
  openRecord: 'Open the record',
  problems: 'Download the problems',
  problemsHint: 'Correct the rows in this file, save it and import it as a new file.',
  import: 'Import',
  importRows: (count: number) => (count === 1 ? 'Import 1 row' : `Import ${count} rows`),
  askImport:
    'Rows that wait or have a problem are left out. No emails are sent. You can undo the import.',
  noToImport: 'No row is new or would change a record.',
  discard: 'Discard',
  askDiscard: 'The file and its rows are deleted. No record is changed.',
  discarded: 'The import is discarded.',
  progress: (done: number, total: number) => `${done} of ${total} rows`,
  leave: 'You can leave this page. The work continues.',
  readingFile: 'Reading the file',
  checkingRows: 'Checking the rows',
  importingRows: 'Importing the rows',
  undoingRows: 'Undoing the import',
  finished: {
    checked: 'The rows are checked.',
    imported: 'The import is complete.',
    undone: 'The import is undone.',
  } as Readonly<Record<string, string>>,
  result: 'Result',
  undoneText: 'This import was undone. Its records are as they were before.',
  discardedText: 'This import was discarded. No record was changed.',
  forgottenText: 'The rows of this import were deleted after 30 days.',
  undo: 'Undo the import',
  askUndo:
    'Records that this import added are deleted, and changed records get their earlier values back.',
  preventsUndo: 'This import cannot be undone while these depend on it:',
  invitations: 'Invitations',
  notInvited: (count: number) =>
    count === 1
      ? '1 imported member has no password and was not invited.'
      : `${count} imported members have no password and were not invited.`,
  allInvited: (isMailKept: boolean) =>
    isMailKept
      ? 'No imported member is left to invite. Invitations are kept here until there is a mail server.'
      : 'All imported members are invited or have a password.',
  endsUndo: 'Once a member has an invitation, this import cannot be undone.',
  howMany: 'How many',
  next: (count: number) => `The next ${count}`,
  all: (count: number) => `All ${count}`,
  invite: 'Send invitations',
  invited: (count: number, isMailKept: boolean) =>
    count === 1
      ? `1 invitation ${isMailKept ? `is ${keptHere}` : 'sent.'}`
      : `${count} invitations ${isMailKept ? `are ${keptHere}` : 'sent.'}`,
  meta: (who: string, when: string) => `${who}, ${when}`,
} as const;
