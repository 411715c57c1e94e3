import { formatDay } from '#contract/days.ts';
import { rand, slashed, compact, named, cell, csv, closing, whole, type Form } from './form.ts';

/** FNB, Absa, Standard Bank and Nedbank. */
export const largeBanks = {
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
} satisfies Record<string, Form>;
