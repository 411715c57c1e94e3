import writeXlsxFile, { type Cell, type Sheet } from 'write-excel-file/node';
import { type Day, formatDay } from '#contract/days.ts';
import type { Accounts } from '#contract/month-end/accounts.ts';
import { accountKinds } from '#contract/month-end/accounts.ts';
import { lastDayOf } from '#contract/month-end/periods.ts';
import { invoiceNumber } from '#contract/numbers.ts';
import { ageOf, ages } from '../figures/month-figures.ts';
import type { OwedInvoice } from '../figures/read-balances.ts';
import type { PeriodFigures } from '../figures/read-period.ts';
import { type JournalLine, programAccount } from '../journal/read-journal.ts';

interface Workbook {
  figures: PeriodFigures;
  journal: readonly JournalLine[];
  /** At the end of the period. */
  owed: readonly OwedInvoice[];
  accounts: Accounts;
}

/** More would take long and much memory. The figures count all. */
const mostOwedRows = 20_000;

/** A workbook with the figures, the journal and the open invoices, without names of people. */
export function writeSpreadsheet(workbook: Workbook): Promise<Buffer> {
  return writeXlsxFile([
    figureSheet(workbook),
    journalSheet(workbook),
    owedSheet(workbook),
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
  const left = owed.length - mostOwedRows;
  return {
    sheet: 'Owed',
    columns: [{ width: 16 }, { width: 14 }, { width: 24 }, { width: 16 }],
    stickyRowsCount: 1,
    data: [
      ['Invoice', 'Issued on', `Age on ${formatDay(last)}`, 'Owed'].map(heading),
      ...owed
        .slice(0, mostOwedRows)
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
