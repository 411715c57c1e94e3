import { dayOf, formatDay } from '#contract/days.ts';
import type { Accounts } from '#contract/month-end/accounts.ts';
import { accountKinds } from '#contract/month-end/accounts.ts';
import type { NamedSheet, SheetCell } from '#server/platform/spreadsheets/write-sheet.ts';
import { type Book, bookSheet } from './book-sheet.ts';
import { dayCell, heading, rand, type Row } from './cells.ts';
import { scheduleSheets, type Schedules } from './schedules.ts';
import type { VatSchedule } from './read-vat-schedule.ts';
import type { PeriodFigures } from '../figures/read-period.ts';
import { changeBetween } from '../figures/vat-section.ts';
import { type JournalLine, programAccount } from '../journal/read-journal.ts';

export interface Workbook extends Book {
  figures: PeriodFigures;
  journal: readonly JournalLine[];
  schedules: Schedules;
  accounts: Accounts;
  /** One for each basis that follows another. None: VAT is not declared. */
  vat: readonly VatSchedule[];
}

/** The figures, the journal, what the balances are made of, and all movements. Nothing has names of members or payers. */
export function sheetsOf(workbook: Workbook): NamedSheet[] {
  const { combined, readAt } = workbook.figures;
  return [
    figureSheet(workbook),
    ...tableSheets(workbook),
    journalSheet(workbook),
    ...scheduleSheets(workbook.schedules, combined, dayOf(readAt)),
    ...vatSheet(workbook),
    bookSheet(workbook),
  ];
}

function figureSheet({ figures: { title, sections } }: Workbook): NamedSheet {
  return {
    name: 'Figures',
    widths: [30, 50, 40, 16],
    header: [title, 'Line', 'Detail', 'Rand'],
    rows: [
      sections.flatMap(({ title: section, lines }) =>
        lines.map(({ label, detail, amount }): Row => [
          section,
          label,
          detail,
          amount === null ? '' : { kind: 'money', value: amount },
        ]),
      ),
    ],
  };
}

/** Sections with several amounts in a row. */
function tableSheets({ figures: { sections } }: Workbook): NamedSheet[] {
  return sections.flatMap(({ title, table }) => {
    if (table === undefined) return [];
    const { unit, columns, rows } = table;
    return {
      name: title,
      widths: [40, ...columns.map(() => 18)],
      header: ['', ...columns],
      rows: [
        rows.map(({ label, amounts }): Row => [
          label,
          ...amounts.map((value): SheetCell =>
            value === null ? '' : { kind: unit === 'rand' ? 'money' : 'number', value },
          ),
        ]),
      ],
    };
  });
}

function journalSheet({ journal, accounts }: Workbook): NamedSheet {
  return {
    name: 'Journal',
    widths: [12, 18, 10, 28, 40, 14, 14],
    header: ['Day', 'Entry', 'Account', 'Name', 'For', 'Debit', 'Credit'],
    rows: [
      journal.map(({ day, entry, cents, ...line }): Row => {
        const { code, name } = programAccount(line, accounts);
        const label = accountKinds[line.account].label;
        const [debit, credit] = [cents > 0 ? rand(cents) : '', cents < 0 ? rand(-cents) : ''];
        return [dayCell(day), entry, code, name, label, debit, credit];
      }),
    ],
  };
}

const bases = { payments: 'payments', invoices: 'invoices and credit notes' };

/** The title of the first is the heading of the sheet. */
function vatSheet({ vat }: Workbook): NamedSheet[] {
  const [first] = vat;
  if (first === undefined) return [];
  return [
    {
      name: 'VAT schedule',
      widths: [14, 14, 14, 30, 18, 14],
      header: [titleOf(first)],
      rows: vat.map((schedule, place): Row[] => {
        const change = changeBetween(vat[place - 1], schedule);
        return [
          ...(change === null ? [] : [[`${change.title}. ${change.detail}`]]),
          ...(schedule === first ? [] : [[heading(titleOf(schedule))]]),
          ...vatRows(schedule),
        ];
      }),
    },
  ];
}

const titleOf = ({ basis, first, last }: VatSchedule) =>
  `VAT of ${bases[basis]}, ${formatDay(first)} to ${formatDay(last)}`;

function vatRows({ rows }: VatSchedule): Row[] {
  const total = (of: 'cents' | 'vatCents') => rows.reduce((sum, row) => sum + row[of], 0);
  return [
    ['Booked on', 'Day', 'Document', 'What', 'Amount with VAT', 'VAT'].map(heading),
    ...rows.map(({ bookedOn, day, document, what, cents, vatCents }): Row => [
      dayCell(bookedOn),
      dayCell(day),
      document,
      what,
      rand(cents),
      rand(vatCents),
    ]),
    [heading('Total'), '', '', '', rand(total('cents')), rand(total('vatCents'))],
  ];
}
