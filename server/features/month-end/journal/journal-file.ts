import type { CsvColumn } from '#contract/csv.ts';
import type { Day } from '#contract/days.ts';
import { accountKinds, type Program } from '#contract/month-end/accounts.ts';
import type { MonthEndSettings } from '#contract/month-end/endpoints.ts';
import { csvHeader, csvLines } from '#server/platform/http/csv/csv-rows.ts';
import { type JournalLine, programAccount } from './read-journal.ts';

/** A line as the columns of the programs need it. */
interface FileLine {
  entry: string;
  date: string;
  about: string;
  details: string;
  code: string;
  name: string;
  taxRate: string;
  debit: number | null;
  credit: number | null;
  amount: number;
}

type Columns = readonly (CsvColumn & { field: keyof FileLine })[];

/** The headings are those of the programs' own templates. */
const columns: Record<Program, Columns> = {
  sage: [
    { header: 'Reference', field: 'entry' },
    { header: 'Date', field: 'date' },
    { header: 'Description', field: 'about' },
    { header: 'Ledger Account Number', field: 'code' },
    { header: 'Details', field: 'details' },
    { header: 'Debit', field: 'debit', kind: 'money' },
    { header: 'Credit', field: 'credit', kind: 'money' },
  ],
  xero: [
    { header: '*Narration', field: 'about' },
    { header: '*Date', field: 'date' },
    { header: 'Description', field: 'details' },
    { header: '*AccountCode', field: 'code' },
    { header: '*TaxRate', field: 'taxRate' },
    { header: '*Amount', field: 'amount', kind: 'money' },
  ],
  quickbooks: [
    { header: 'JournalNo', field: 'entry' },
    { header: 'JournalDate', field: 'date' },
    { header: 'AccountName', field: 'name' },
    { header: 'Debits', field: 'debit', kind: 'money' },
    { header: 'Credits', field: 'credit', kind: 'money' },
    { header: 'Description', field: 'details' },
  ],
};

/** A debit is positive for Xero, which has one column for both. */
export function journalFile(
  program: Program,
  lines: readonly JournalLine[],
  { accounts, taxRate }: Pick<MonthEndSettings, 'accounts' | 'taxRate'>,
): string {
  const rows = lines.map(({ entry, day, about, cents, ...line }): FileLine => ({
    entry,
    date: writtenDay(day),
    about,
    details: accountKinds[line.account].label,
    ...programAccount(line, accounts),
    taxRate: line.containsVat ? (line.codes?.taxRate ?? taxRate) : noTax,
    debit: cents > 0 ? cents / 100 : null,
    credit: cents < 0 ? -cents / 100 : null,
    amount: cents / 100,
  }));
  return csvHeader(columns[program]) + csvLines(columns[program], rows);
}

/** As Xero calls it. */
const noTax = 'No VAT';

/** `31/03/2027`. */
function writtenDay(day: Day): string {
  return day.split('-').toReversed().join('/');
}
