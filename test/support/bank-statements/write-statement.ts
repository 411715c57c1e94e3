import { formatDay, type Day } from '#contract/days.ts';
import type { LayoutKey } from '#contract/bank-statements/endpoints.ts';

/** A movement of an account. Money out is negative. */
export interface Movement {
  day: Day;
  cents: number;
  /** The bank's word for it, such as "MAGTAPE CREDIT". */
  kind: string;
  /** What the payer wrote. */
  text: string;
}

export interface Account {
  number: string;
  openingCents: number;
}

type Writable = Exclude<LayoutKey, 'columns'>;

interface Row extends Movement {
  /** From 1. */
  number: number;
  amount: string;
  moneyIn: string;
  moneyOut: string;
  balance: string;
}

interface Form {
  head?: (account: Account, rows: Row[]) => string[];
  row: (row: Row, account: Account) => string;
  foot?: (rows: Row[]) => string[];
  newestFirst?: true;
  lineEnd?: string;
}

const rand = (cents: number) => (cents / 100).toFixed(2);
const slashed = (day: Day) => day.replaceAll('-', '/');
const compact = (day: Day) => day.replaceAll('-', '');
const dayFirst = (day: Day) => day.split('-').toReversed().join('/');
const named = (day: Day) => formatDay(day).padStart(11, '0');
const cell = (text: string) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const commas = (amount: string) => cell(amount.replaceAll(/\B(?=(\d{3})+\.)/g, ','));
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const csv = (...cells: string[]) => cells.map(cell).join(',');
const closing = (rows: Row[]) => rows.at(-1)?.balance ?? '';
const whole = ({ kind, text }: Movement) => `${kind} ${text}`.trim();

const capitecHead = 'Account,Posting Date,Transaction Date';
const bankZeroHead =
  'Date,Day,Time,Type,Description 1,Description 2,Fee,Amount,Balance,Has Attachments';

function bankZeroRow({ day, kind, text, amount, balance }: Row): string {
  return `${day},Mon,08:00,${cell(kind)},,${cell(text)},0.00,${commas(amount)},${commas(balance)},No`;
}

/** How each bank writes a statement. */
const forms: Record<Writable, Form> = {
  'fnb-history': {
    head: ({ number }, rows) => [
      'ACCOUNT TRANSACTION HISTORY',
      '',
      '',
      'Name:, Karoo, Trust',
      `Account:, ${number}, [Gold Business Account]`,
      `Balance:, ${closing(rows)}, ${closing(rows)}`,
      '',
      'Date, Amount, Balance, Description',
    ],
    row: (row) => `${slashed(row.day)}, ${row.amount}, ${row.balance}, ${cell(whole(row))}`,
    newestFirst: true,
  },
  'fnb-business': {
    head: ({ number }) => [
      'ACCOUNT TRANSACTION HISTORY,,,,,,,',
      `FOR ACCOUNT NUMBER ${number},,,,,,,`,
      'Date,SERVICE FEE,Amount,DESCRIPTION,REFERENCE,Balance,CHEQUE NUMBER,',
    ],
    row: ({ day, amount, kind, text, balance }) =>
      csv(slashed(day), '0', amount, kind, text, balance, '0', ''),
  },
  'fnb-emailed': {
    head: ({ number, openingCents }, rows) => [
      `2,${number},'KAROO TRUST','FNB GOLD BUSINESS ACCOUNT'`,
      "3,'Statement Number','From Date','To Date','Opening Balance','Closing Balance','VAT Paid'",
      `3,101,'${formatDay(rows[0]?.day ?? '')}','${formatDay(rows.at(-1)?.day ?? '')}',${rand(openingCents)},${closing(rows)},0.00`,
      "5,'Number','Date','Description1','Description2','Description3','Amount','Balance','Accrued Charges'",
    ],
    row: ({ number, day, kind, text, amount, balance }) =>
      `5,${number},'${named(day).slice(0, 6)}',"${kind}","${text}","",${amount},${balance},`,
  },
  absa: {
    head: () => ['Date,Description,Amount,Balance'],
    row: (row) => csv(compact(row.day), whole(row), row.amount, row.balance),
  },
  'standard-bank': {
    head: ({ number, openingCents }) => [
      '0,1234,BRANCH,0,,CAPE TOWN,0,0',
      `,${number},ACC-NO,0,,,0,0`,
      `,0,OPEN,${rand(openingCents)},OPEN BALANCE,,0,0`,
    ],
    row: ({ day, amount, kind, text }) =>
      csv('HIST', compact(day), '', String(Number(amount)), kind, text, '00377', '0'),
    foot: (rows) => [`,0,CLOSE,${closing(rows)},CLOSE BALANCE,,0,0`],
  },
  'standard-bank-business': {
    head: ({ number, openingCents }, rows) => [
      'Statement of Account',
      `Account number,${number}`,
      ...Array.from({ length: 12 }, () => ''),
      'Date,Value Date,Statement Number,Description,Amount,Balance,Type,Originator Reference,Customer Reference',
      `${slashed(rows[0]?.day ?? '')},,12,OPEN BALANCE,,+${rand(openingCents)},,,`,
    ],
    row: ({ day, kind, text, amount, balance }) =>
      csv(
        slashed(day),
        slashed(day),
        '12',
        `${kind} ${text}`,
        amount,
        `+${balance}`,
        'TRF',
        text,
        '',
      ),
    foot: (rows) => [
      `${slashed(rows.at(-1)?.day ?? '')},,12,CLOSE BALANCE,,+${closing(rows)},TRF,,`,
    ],
  },
  'standard-bank-older': {
    head: ({ number, openingCents }) => [
      `"","${number}","ACC-NO","","","","",""`,
      `"","0","OPEN","+${rand(openingCents).padStart(13, '0')}","OPEN BALANCE","","",""`,
    ],
    row: ({ day, cents, kind, text }) =>
      `"ALL","0${compact(day)}","","${cents < 0 ? '-' : '+'}${rand(Math.abs(cents)).padStart(13, '0')}","${kind}","${text}","00377","0"`,
    foot: (rows) => [
      `"","0","CLOSE","+${closing(rows).padStart(13, '0')}","CLOSE BALANCE","","",""`,
    ],
  },
  nedbank: {
    head: ({ number, openingCents }, rows) => [
      'Statement Enquiry :',
      `Account Number :,${number}`,
      'Account Description :,CURRENT',
      'Statement Number :,3000',
      `${named(rows[0]?.day ?? '').replaceAll(' ', '')},BROUGHT FORWARD,0,${openingCents / 100},,`,
    ],
    row: ({ day, text, kind, cents, balance }) =>
      csv(
        named(day).replaceAll(' ', ''),
        text || kind,
        String(cents / 100),
        String(Number(balance)),
        '',
        '',
      ),
  },
  capitec: {
    head: () => [
      `Nr,${capitecHead},Description,Original Description,Parent Category,Category,Money In,Money Out,Fee,Balance`,
    ],
    row: (row, { number }) =>
      csv(
        String(row.number),
        number,
        row.day,
        row.day,
        `Payment: ${row.text}`,
        whole(row),
        'Income',
        'Other Income',
        row.moneyIn,
        row.moneyOut === '' ? '' : `-${row.moneyOut}`,
        '',
        row.balance,
      ),
  },
  'capitec-older': {
    head: () => [
      'sep=,',
      `Sequence Number,${capitecHead},Statement Description,Long Description,Parent Category,Sub-category,Debit Amount,Credit Amount,Balance`,
    ],
    row: (row, { number }) =>
      csv(
        String(row.number),
        number,
        dayFirst(row.day),
        dayFirst(row.day),
        row.kind,
        whole(row),
        'Income',
        'Other Income',
        row.moneyOut,
        row.moneyIn,
        row.balance,
      ),
  },
  'capitec-business': {
    head: ({ openingCents }) => [
      `Balance brought forward:,${rand(openingCents)}`,
      '',
      'Account,Date,Description,Reference,Amount,Fees,Balance',
    ],
    row: ({ day, kind, text, amount, balance }, { number }) =>
      csv(number, dayFirst(day), kind, text, amount, '', balance),
    foot: (rows) => [
      `Total:,,,,${rand(rows.reduce((sum, { cents }) => sum + cents, 0))},0.00,${closing(rows)}`,
    ],
  },
  investec: {
    head: ({ number }) => [`Account,${number}`, 'Period,', 'Date,Description,Debit,Credit,Balance'],
    row: (row) => csv(dayFirst(row.day), whole(row), row.moneyOut, row.moneyIn, row.balance),
  },
  'investec-sheet': {
    head: ({ number }) => [
      `Account,${number}`,
      'Transaction Date,Value Date,Description,Debit,Credit',
    ],
    row: (row) => csv(dayFirst(row.day), dayFirst(row.day), whole(row), row.moneyOut, row.moneyIn),
  },
  discovery: {
    head: () => [
      '"Value Date","Value Time","Type","Description","Beneficiary or CardHolder","Amount"',
    ],
    row: (row) => `"${row.day}","08:00:00","Credit","${whole(row)}","","${row.amount}"`,
    newestFirst: true,
  },
  'discovery-newer': {
    head: () => [
      'Value Date,Value Time,Account Nickname,Type,Description,Transaction Description,Beneficiary or CardHolder,Amount,Category,SubCategory,Note',
    ],
    row: ({ day, kind, text, amount }) =>
      csv(day, '08:00:00', 'Club', 'Credit', kind, text, '', amount, 'Income', '', ''),
    newestFirst: true,
  },
  tymebank: {
    head: () => ['Date,Description,Fees,Money Out,Money In,Balance'],
    row: (row) =>
      [named(row.day), cell(whole(row)), '-', row.moneyOut || '-', row.moneyIn || '-', row.balance]
        .map((each, at) => (at > 1 ? each.replaceAll(/\B(?=(\d{3})+\.)/g, ' ') : each))
        .join(','),
  },
  'bank-zero': { head: () => [bankZeroHead], row: bankZeroRow, lineEnd: '\r\n' },
  'bank-zero-history': {
    head: () => [`Transaction Id,${bankZeroHead}`],
    row: (row) => `${900_000 + row.number},${bankZeroRow(row)}`,
    lineEnd: '\r\n',
  },
  ofx: {
    head: ({ number }) => [
      'OFXHEADER:100',
      'DATA:OFXSGML',
      'VERSION:102',
      'ENCODING:USASCII',
      'CHARSET:1252',
      '',
      '<OFX>',
      '<BANKMSGSRSV1>',
      '<STMTTRNRS>',
      '<STMTRS>',
      '<CURDEF>ZAR',
      '<BANKACCTFROM>',
      '<BANKID>FNB',
      `<ACCTID>${number}`,
      '<ACCTTYPE>CHECKING',
      '</BANKACCTFROM>',
      '<BANKTRANLIST>',
    ],
    row: (row) =>
      `<STMTTRN>\n<TRNTYPE>${row.cents < 0 ? 'DEBIT' : 'CREDIT'}\n<DTPOSTED>${compact(row.day)}\n<TRNAMT>${row.amount}\n<FITID>MOVEMENT${row.number}\n<MEMO>${escaped(whole(row))}\n</STMTTRN>`,
    foot: (rows) => [
      '</BANKTRANLIST>',
      `<LEDGERBAL><BALAMT>${closing(rows)}</LEDGERBAL>`,
      '</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>',
    ],
    newestFirst: true,
  },
  mt940: {
    head: ({ number, openingCents }, rows) => [
      ':20:NEDTI0001',
      `:25:${number}`,
      ':28C:3000',
      `:60F:C${compact(rows[0]?.day ?? '').slice(2)}ZAR${rand(openingCents).replace('.', ',')}`,
    ],
    row: (row) =>
      `:61:${compact(row.day).slice(2)}${compact(row.day).slice(4)}${row.cents < 0 ? 'D' : 'C'}R${rand(Math.abs(row.cents)).replace('.', ',')}NTRF${row.text.slice(0, 16)}//${String(row.number).padStart(16, '0')}\n:86:${whole(row)}`,
    foot: (rows) => [
      `:62F:C${compact(rows.at(-1)?.day ?? '').slice(2)}ZAR${closing(rows).replace('.', ',')}`,
    ],
  },
};

export const writableLayouts = Object.keys(forms) as Writable[];

const defaultAccount: Account = { number: '62000000017', openingCents: 1_200_000 };

/** The statement of these movements, which are in order of their days, as a bank writes it. */
export function writeStatement(
  layout: Writable,
  movements: readonly Movement[],
  account: Account = defaultAccount,
): string {
  const { head, row, foot, newestFirst, lineEnd = '\n' } = forms[layout];
  let balance = account.openingCents;
  const rows = movements.map((movement, at): Row => {
    const { cents } = movement;
    balance += cents;
    return {
      ...movement,
      number: at + 1,
      amount: rand(cents),
      moneyIn: cents > 0 ? rand(cents) : '',
      moneyOut: cents < 0 ? rand(-cents) : '',
      balance: rand(balance),
    };
  });
  const listed = newestFirst ? rows.toReversed() : rows;
  const lines = [
    ...(head?.(account, rows) ?? []),
    ...listed.map((each) => row(each, account)),
    ...(foot?.(rows) ?? []),
  ];
  return lines.join(lineEnd) + lineEnd;
}
