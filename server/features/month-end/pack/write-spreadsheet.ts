import writeXlsxFile, { type Cell, type Sheet } from 'write-excel-file/node';
import { type Day, formatDay } from '#contract/days.ts';
import type { Accounts } from '#contract/month-end/accounts.ts';
import { accountKinds } from '#contract/month-end/accounts.ts';
import { lastDayOf } from '#contract/month-end/periods.ts';
import { invoiceNumber } from '#contract/numbers.ts';
import { ageOf, ages } from '../figures/month-figures.ts';
import type { OwedInvoice } from '../figures/read-balances.ts';
import type { VatSchedule } from './read-vat-schedule.ts';
import type { PeriodFigures } from '../figures/read-period.ts';
import { type JournalLine, programAccount } from '../journal/read-journal.ts';

interface Workbook {
  figures: PeriodFigures;
  journal: readonly JournalLine[];
  /** At the end of the period. */
  owed: readonly OwedInvoice[];
  accounts: Accounts;
  /** Null: VAT is not declared. */
  vat: VatSchedule | null;
}

/** More would take long and much memory. The figures count all. */
const mostRows = 20_000;

/** A workbook with the figures, the journal and the open invoices, without names of people. */
export function writeSpreadsheet(workbook: Workbook): Promise<Buffer> {
  return writeXlsxFile([
    figureSheet(workbook),
    ...tableSheets(workbook),
    journalSheet(workbook),
    owedSheet(workbook),
    ...vatSheet(workbook),
  ]).toBuffer();
}

type SheetOf = Sheet<Buffer>;

const heading = (value: string): Cell => ({ value, fontWeight: 'bold' });
const rand = (value: number): Cell => ({ value, type: Number, format: '0.00' });
const dayCell = (day: Day): Cell => ({
  value: new Date(`${day}T00:00:00Z`),
  type: Date,
  format: 'yyyy-mm-dd',
});

function figureSheet({ figures: { title, sections } }: Workbook): SheetOf {
  return {
    sheet: 'Figures',
    columns: [{ width: 30 }, { width: 50 }, { width: 40 }, { width: 16 }],
    stickyRowsCount: 1,
    data: [
      [heading(title), heading('Line'), heading('Detail'), heading('Rand')],
      ...sections.flatMap(({ title: section, lines }) =>
        lines.map(({ label, detail, amount }): Cell[] => [
          section,
          label,
          detail,
          amount === null ? null : rand(amount),
        ]),
      ),
    ],
  };
}

/** Sections with several amounts in a row. */
function tableSheets({ figures: { sections } }: Workbook): SheetOf[] {
  return sections.flatMap(({ title, table }) => {
    if (table === undefined) return [];
    const { unit, columns, rows } = table;
    return {
      sheet: title,
      columns: [{ width: 40 }, ...columns.map(() => ({ width: 18 }))],
      stickyRowsCount: 1,
      data: [
        [heading(''), ...columns.map(heading)],
        ...rows.map(({ label, amounts }): Cell[] => [
          label,
          ...amounts.map((value): Cell =>
            unit === 'rand' ? rand(value) : { value, type: Number },
          ),
        ]),
      ],
    };
  });
}

function journalSheet({ journal, accounts }: Workbook): SheetOf {
  return {
    sheet: 'Journal',
    columns: [{ width: 12 }, { width: 18 }, { width: 10 }, { width: 28 }, { width: 40 }],
    stickyRowsCount: 1,
    data: [
      ['Day', 'Entry', 'Account', 'Name', 'For', 'Debit', 'Credit'].map(heading),
      ...journal.map(({ day, entry, cents, ...line }): Cell[] => {
        const { code, name } = programAccount(line, accounts);
        const label = accountKinds[line.account].label;
        const [debit, credit] = [
          cents > 0 ? rand(cents / 100) : null,
          cents < 0 ? rand(-cents / 100) : null,
        ];
        return [dayCell(day), entry, code, name, label, debit, credit];
      }),
    ],
  };
}

function owedSheet({ owed, figures: { byMonth } }: Workbook): SheetOf {
  const last = lastDayOf(byMonth.at(-1)?.month ?? '');
  const left = owed.length - mostRows;
  return {
    sheet: 'Owed',
    columns: [{ width: 16 }, { width: 14 }, { width: 24 }, { width: 16 }],
    stickyRowsCount: 1,
    data: [
      ['Invoice', 'Issued on', `Age on ${formatDay(last)}`, 'Owed'].map(heading),
      ...owed
        .slice(0, mostRows)
        .map(({ number, issuedOn, cents }): Cell[] => [
          invoiceNumber(number),
          dayCell(issuedOn),
          ages[ageOf(issuedOn, last)]?.label ?? '',
          rand(cents / 100),
        ]),
      ...(left > 0 ? [[`and ${left} more`]] : []),
    ],
  };
}

const bases = { payments: 'payments', invoices: 'invoices and credit notes' };

/** Of two months, as a VAT return has them. */
function vatSheet({ vat }: Workbook): SheetOf[] {
  if (vat === null) return [];
  const { first, last, basis, rows } = vat;
  const title = `VAT of ${bases[basis]}, ${formatDay(first)} to ${formatDay(last)}`;
  const total = (of: 'cents' | 'vatCents') => rows.reduce((sum, row) => sum + row[of], 0);
  const left = rows.length - mostRows;
  return [
    {
      sheet: 'VAT schedule',
      columns: [{ width: 14 }, { width: 14 }, { width: 14 }, { width: 30 }, { width: 18 }],
      data: [
        [heading(title)],
        ['Booked on', 'Day', 'Document', 'What', 'Amount with VAT', 'VAT'].map(heading),
        ...rows
          .slice(0, mostRows)
          .map(({ bookedOn, day, document, what, cents, vatCents }): Cell[] => [
            dayCell(bookedOn),
            dayCell(day),
            document,
            what,
            rand(cents / 100),
            rand(vatCents / 100),
          ]),
        ...(left > 0 ? [[`and ${left} more`]] : []),
        [
          heading('Total'),
          null,
          null,
          null,
          rand(total('cents') / 100),
          rand(total('vatCents') / 100),
        ],
      ],
    },
  ];
}
