/** The format of a CSV column. The default is `text`; `fields` lists labelled values. */
type CsvKind = 'text' | 'phone' | 'money' | 'day' | 'moment' | 'yesNo' | 'fields';

export interface CsvColumn<Field extends string = string> {
  /** The column's label on the screen, or the field's label in the form. */
  header: string;
  field: Field;
  kind?: CsvKind;
  /** Screen labels by value, such as `Paid` for `paid`. */
  names?: Readonly<Record<string, string>>;
  /** Written when there is no value. */
  empty?: string;
}

/** `satisfies CsvColumns<Member>` checks that each field belongs to the record. */
export type CsvColumns<Row> = readonly CsvColumn<keyof Row & string>[];

/** The file that a search returns, as CSV or Excel: all matching rows, in the requested order. */
export interface CsvFile {
  /** `members` is saved as `members-2027-03-10.csv`. */
  name: string;
  columns: readonly CsvColumn[];
}

/** The formats of a list's file. The media type in `Accept` asks for it. */
export const listFormats = {
  xlsx: {
    name: 'Excel',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  csv: { name: 'CSV', mediaType: 'text/csv' },
} as const;

export type ListFormat = keyof typeof listFormats;

export const listFormatNames = ['xlsx', 'csv'] as const satisfies readonly ListFormat[];
