/** How a column of a downloaded file is written; `text` when left out, `fields` in words. */
type CsvKind = 'text' | 'phone' | 'money' | 'day' | 'moment' | 'yesNo' | 'fields';

export interface CsvColumn<Field extends string = string> {
  /** As on the screen; what only the form shows is called as there. */
  header: string;
  field: Field;
  kind?: CsvKind;
  /** What the screen says for a value, such as `Paid` for `paid`. */
  names?: Readonly<Record<string, string>>;
  /** Where there is no value. */
  empty?: string;
}

/** `satisfies CsvColumns<Member>` keeps the fields those of the record. */
export type CsvColumns<Row> = readonly CsvColumn<keyof Row & string>[];

/** The file that a search answers to `Accept: text/csv`: all rows that match, in the order asked for. */
export interface CsvFile {
  /** `members` is saved as `members-2027-03-10.csv`. */
  name: string;
  columns: readonly CsvColumn[];
}
