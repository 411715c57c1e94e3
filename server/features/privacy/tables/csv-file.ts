import { type RawBuilder, sql } from 'kysely';
import type { CsvColumn } from '#contract/csv.ts';

/** How values of a kind are written. */
export const exportFormats = {
  text: 'text',
  phone: 'phone number, as it was typed',
  money: 'rand, with a point and two decimals: 1234.50',
  day: 'day: yyyy-mm-dd',
  yesNo: 'Yes or No',
} as const;

export interface ExportColumn extends CsvColumn {
  kind: keyof typeof exportFormats;
  /** What the value is, in one sentence. */
  meaning: string;
  value: RawBuilder<unknown>;
}

/** A file of the full export: the table with what belongs to its rows. */
export interface ExportFile {
  from: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
  columns: readonly ExportColumn[];
}

type Value = string | RawBuilder<unknown>;

const column =
  (kind: ExportColumn['kind'], written = (value: RawBuilder<unknown>) => value) =>
  (header: string, meaning: string, value: Value): ExportColumn => {
    const stored = typeof value === 'string' ? sql.ref(value) : value;
    return { header, field: header, kind, meaning, value: written(stored) };
  };

/** `value` is a column, or SQL. */
export const text = column('text');
export const phone = column('phone');
export const yesNo = column('yesNo');
export const day = column('day');
/** The day of an instant, as the organisation counts it. */
export const dayOf = column(
  'day',
  (value) => sql`to_char(${value} AT TIME ZONE 'Africa/Johannesburg', 'YYYY-MM-DD')`,
);
/** Of cents. */
export const money = column('money', (value) => sql`(${value} / 100.0)::float8`);

/** With members as `m`, types as `t`, invoices as `i`, donations as `d`. */
export const memberId = text('Member id', 'The member, as members.csv has it.', 'm.id');
export const memberNumber = text(
  'Membership number',
  'The number on the member’s mails. Empty before the first payment.',
  sql`zero_padded(m.number)`,
);
export const memberType = text('Type', 'The name of the member type.', 't.name');
export const invoiceNumber = text(
  'Invoice number',
  'The number, such as INV-00042.',
  sql`'INV-' || zero_padded(i.number)`,
);
export const donationNumber = text(
  'Donation number',
  'The number, such as DON-00042.',
  sql`'DON-' || zero_padded(d.number)`,
);
