import { counted } from '#contract/counting.ts';
import { lineStateNames } from '#contract/bank-statements/layouts.ts';
import { formatRand } from '#contract/money.ts';

/** Texts of bank statements. product-rules 22. */
const download = 'Download the statement from your bank again and choose that file.';

export const bankNames = [
  'Absa',
  'Bank Zero',
  'Capitec',
  'Capitec Business',
  'Discovery Bank',
  'FNB',
  'Investec',
  'Nedbank',
  'Standard Bank',
  'TymeBank',
  'Other',
] as const;

const balanceText = (rand: number) => `${rand < 0 ? '-' : ''}${formatRand(Math.abs(rand))}`;

/** Why something is refused, or what to look at. */
export const bankTexts = {
  heading: 'Bank Statements',
  failed: 'Failed to fetch the bank statements',
  error: 'Error fetching the bank statements',
  linesFailed: 'Failed to fetch the lines',
  linesError: 'Error fetching the lines',
  notFound: 'This bank statement does not exist.',
  noFile: 'Please choose a file.',
  fileGone: 'The file of this statement is no longer here.',
  fileChanged:
    'The stored file is not the one that was imported. Somebody has changed the database. Compare it with a backup.',
  noName: 'The name of the file is missing.',
  tooLarge:
    'A statement is at most 10 MB. Download a shorter period and import one after the other.',
  tooManyOpen:
    'There are already 20 statements that wait. Import or remove some of them, then try again.',
  pdf: 'This is a PDF. Download the statement from your bank as CSV or OFX and choose that file.',
  archive: 'This is a compressed archive. Unpack it and choose the statement inside.',
  notStatement:
    'This file is not a bank statement. Download the statement from your bank as CSV, OFX or MT940 and choose that file.',
  otherFormat: 'The chosen columns are of another kind of file. Choose the columns again.',
  noLines:
    'This file has no line with an amount. Choose another file, or choose the columns yourself.',
  tooManyLines:
    'A statement has at most 100,000 lines. Download a shorter period and import one after the other.',
  cutRow: (row: number) => `Row ${row} is not complete, so the file may be cut off. ${download}`,
  cutFile: (row: number) => `The file ends in the middle, at line ${row}. ${download}`,
  unreadable: (row: number, problem: string) =>
    `Row ${row}: ${problem} If a spreadsheet program has changed the file, download it again. Nothing was imported.`,
  noDay: (row: number) => `Row ${row} has an amount and no date. ${download}`,
  aboveHeadings: (count: number) =>
    `${counted(count, 'row')} above the headings ${count === 1 ? 'has' : 'have'} a date and an amount, and ${count === 1 ? 'is' : 'are'} left out. If ${count === 1 ? 'it is a movement' : 'these are movements'}, choose the row of the headings anew.`,
  noAmount: (row: number) => `Row ${row} has no amount. ${download}`,
  inAndOut: (row: number) =>
    `Row ${row} has money in and money out. Choose the columns again, or another file.`,
  longText: (row: number) =>
    `Row ${row} has a text of more than 1,000 characters, so this is not a statement of a bank. ${download}`,
  badMovement: (row: number) => `Line ${row} is not as MT940 has it. ${download}`,
  lostAccount: (row: number) =>
    `The account number in row ${row} has lost digits in a spreadsheet program. ${download}`,
  twoAccounts:
    'This file has lines of more than one account. Download each account by itself, and import one after the other.',
  lineDiffers: (row: number) =>
    `The balance in row ${row} does not follow from the one before. Lines may be missing, or the columns are wrong.`,
  sumDiffers:
    'The closing balance is not the opening balance with all amounts. Lines may be missing.',
  provisional: (count: number) =>
    count === 1
      ? 'The bank may still change 1 line, because it is below “Provisional statement”.'
      : `The bank may still change ${count} lines, because they are below “Provisional statement”.`,
  future: 'Some lines are after today. Check that day and month are not swapped.',
  currency: (currency: string) =>
    `This account is in ${currency}. Invoices are in rand, so its lines cannot pay them.`,
  otherSource:
    'Earlier statements of this account were of another kind of file. The same line has another text there, so lines may be imported twice. Compare the days before you import.',
  saySame: 'Say which of these lines are here already, then import the rest.',
  tooManySame:
    'More than 1,000 lines of this file are probably here already, from another kind of file. Download a shorter period and import one after the other.',
  sameNumbers: 'The bank’s numbers of the lines repeat in this file, so they are not used.',
  conflicts: (count: number, rows: string) =>
    count === 1
      ? `1 line has the number of an earlier line with another day or amount: row ${rows}. Both are stored.`
      : `${count} lines have the numbers of earlier lines with another day or amount: rows ${rows}. All are stored.`,
  firstDayCut: (count: number, day: string) =>
    `${count === 1 ? '1 line' : `${count} lines`} of ${day} cannot be told from lines that are here, and will not be imported. If this file begins in the middle of that day, download one that begins a day earlier.`,
  gapBefore: (day: string, ended: number, begins: number) =>
    `The statement before this one ended on ${day} with ${balanceText(ended)}. This one begins with ${balanceText(begins)}. A statement between them may be missing.`,
  gapAfter: (day: string, begins: number, ended: number) =>
    `This statement ends with ${balanceText(ended)}. The next one begins on ${day} with ${balanceText(begins)}. A statement between them may be missing.`,
  missingDays: (first: string, last: string) =>
    `No statement of this account has the days from ${first} to ${last}. If money moved on them, download those days, too.`,
  contradicts: (day: string) =>
    `The balances of ${day} in this file do not fit those of the lines that are here. The file was changed, or lines are missing. Download a file with the whole of that day and of the day before it, and import that one.`,
  changed:
    'Someone else has changed this statement or its account. Reload the page and choose again.',
  wrongColumns: 'The columns do not fit this file. Reload the page and try again.',
  twice: (label: string) => `Two columns are both “${label}”. Choose it for one of them.`,
  missing: (label: string) => `No column is “${label}”. Choose the column that has it.`,
  bothAmounts: 'Choose one column with the amount, or two: money in and money out.',
  noAccount: 'Please choose the account.',
  accountGone: 'This account does not exist.',
  wrongAccount: (inFile: string, chosen: string) =>
    `This statement is of account ${inFile}, not of ${chosen}. Choose the account that it is of.`,
  wrongNumber: 'An account number has 4 to 30 digits.',
  notRead: 'Choose the columns first.',
  alreadyImported: 'This statement is imported. Remove it to change something.',
  isBusy: 'This statement is being imported. Wait until it is done, then try again.',
  linesUsed: (count: number) =>
    count === 1
      ? '1 line of this statement is used. Undo what uses it, then remove the statement.'
      : `${count} lines of this statement are used. Undo what uses them, then remove the statement.`,
  overlapped: (fileName: string) =>
    `The later statement ${fileName} has some of the same days. Remove that one first.`,
} as const;

/** Labels and sentences of the pages. */
export const bankWords = {
  downloadFile: 'Download the file',
  add: 'Import statement',
  newHeading: 'Import Statement',
  intro:
    'Choose the file that you have downloaded from your bank. You see what it contains before anything is stored.',
  file: 'File',
  fileHint: 'CSV, OFX or MT940, of at most 10 MB. You can also drop it here.',
  upload: 'Read the file',
  uploading: 'Uploading the file…',
  allStatements: 'All statements',
  matchLines: (count: number) => (count === 1 ? 'Match 1 line' : `Match ${count} lines`),
  isKnown: 'This file is here already. Nothing was imported again.',
  isWaiting: 'This file was read before and is not imported yet. Go on here.',
  states: { uploaded: 'Not imported', importing: 'Importing', imported: 'Imported' },
  balances: {
    lines: 'Checked line by line',
    sum: 'Checked over the whole file',
    failed: 'Does not agree',
    none: 'Cannot be checked',
  },
  /** Instead of “Checked”, if there is a warning. */
  pleaseCheck: 'Please check',
  askImport: 'Import although something may be wrong?',
  sources: { csv: 'CSV', ofx: 'OFX', mt940: 'MT940' },
  skipped: {
    zero: 'without money',
    noAmount: 'without an amount',
    balance: 'balances',
    total: 'totals',
    heading: 'headings',
    above: 'above the headings',
    pending: 'not final yet',
    other: 'others',
  },
  previewTitle: 'What the file contains',
  columns: 'Columns',
  columnsIntro:
    'This layout is not known. Choose what each column contains. The choice is remembered for the account.',
  chooseColumns: 'Choose the columns yourself',
  automatic: 'Recognise the layout again',
  meanings: {
    day: 'Date',
    amount: 'Amount, with its sign',
    moneyIn: 'Money in',
    moneyOut: 'Money out',
    text: 'Text',
    reference: 'Reference',
    balance: 'Balance',
  },
  notUsed: 'Not used',
  dayOrder: 'How dates are written',
  dayOrders: {
    dmy: 'Day, month, year: 31/12/2026',
    ymd: 'Year, month, day: 2026-12-31',
    mdy: 'Month, day, year: 12/31/2026',
    dMy: 'With the name of the month: 31 Dec 2026',
  },
  sign: 'Positive amounts are',
  signs: { in: 'money in', out: 'money out' },
  readColumns: 'Read with these columns',
  account: 'Account',
  newAccount: 'A new account',
  accountOf: (bank: string, number: string, name: string) =>
    `${name === '' ? bank : `${name}, ${bank}`} ${number}`,
  bank: 'Bank',
  number: 'Account number',
  accountName: 'Name',
  accountNameHint: 'Optional, such as Savings.',
  layout: 'Recognised as',
  period: 'Period',
  balance: 'Balance',
  opening: 'Opening balance',
  closing: 'Closing balance',
  lines: 'Lines',
  newLines: 'New',
  knownLines: 'Already here',
  skippedRows: 'Left out',
  nothing: 'None',
  firstLines: 'The first lines',
  moreLines: (count: number) => `and ${count} more`,
  sameTitle: 'Are these lines here already?',
  sameIntro: (count: number) =>
    `Another kind of file of this account has brought ${count === 1 ? 'a line with the same day and amount as 1 line' : `lines with the same days and amounts as ${count} lines`} of this file. Banks write other texts there. A line whose text names another invoice, donation or member, or no payer that is in both, has no tick. Take away the tick of any other line that is another payment. Lines without a tick are imported.`,
  sameLine: (day: string, amount: string, text: string) => `${day}, ${amount}: ${text}`,
  textHere: (text: string) => `Here as: ${text}`,
  leftOutAsSame: (count: number) =>
    count === 1
      ? '1 line is not imported, because it is ticked as here already.'
      : `${count} lines are not imported, because they are ticked as here already.`,
  import: 'Import',
  importLines: (count: number) => (count === 1 ? 'Import 1 line' : `Import ${count} lines`),
  importing: 'Importing the lines',
  progress: (done: number, total: number) => `${done} of ${total} lines`,
  leave: 'You can leave this page. The work continues.',
  finished: 'The statement is imported.',
  remove: 'Remove statement',
  askRemove:
    'The lines that this statement brought are deleted. The file can then be imported again.',
  removed: 'The statement is removed.',
  linesOf: 'Lines of the statement',
  noLines: 'This statement brought no new lines: all of them were here already.',
  day: 'Date',
  text: 'Text',
  moneyIn: 'Money in',
  moneyOut: 'Money out',
  state: 'State',
  lineStates: lineStateNames,
  who: 'Imported by',
  meta: (who: string, when: string) => `${who}, ${when}`,
  days: (from: string, to: string) => (from === to ? from : `${from} to ${to}`),
} as const;
