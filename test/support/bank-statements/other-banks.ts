import { escapeHtml } from '#server/platform/markup/escape-html.ts';
import {
  rand,
  compact,
  dayFirst,
  named,
  cell,
  commas,
  csv,
  closing,
  whole,
  type Form,
  type Row,
} from './form.ts';

const capitecHead = 'Account,Posting Date,Transaction Date';
const bankZeroHead =
  'Date,Day,Time,Type,Description 1,Description 2,Fee,Amount,Balance,Has Attachments';

function bankZeroRow({ day, kind, text, amount, balance }: Row): string {
  return `${day},Mon,08:00,${cell(kind)},,${cell(text)},0.00,${commas(amount)},${commas(balance)},No`;
}

/** Capitec, Investec, Discovery Bank, TymeBank and Bank Zero, and the forms of all banks. */
export const otherBanks = {
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
      `<STMTTRN>\n<TRNTYPE>${row.cents < 0 ? 'DEBIT' : 'CREDIT'}\n<DTPOSTED>${compact(row.day)}\n<TRNAMT>${row.amount}\n<FITID>MOVEMENT${row.number}\n<MEMO>${escapeHtml(whole(row))}\n</STMTTRN>`,
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
  plain: {
    head: () => ['Date,Description,Amount,Balance'],
    row: (row) => csv(row.day, whole(row), row.amount, row.balance),
  },
} satisfies Record<string, Form>;
