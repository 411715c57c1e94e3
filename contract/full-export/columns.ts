import type { CsvColumn } from '#contract/csv.ts';

/** A column of a file of the export. A mapping of an import may know its heading. */
export interface ExportColumn extends CsvColumn {
  /** What the value is, in one sentence. */
  meaning: string;
}

type Kind = NonNullable<CsvColumn['kind']>;

function column(kind: Kind) {
  return (field: string, header: string, meaning: string): ExportColumn => ({
    field,
    header,
    kind,
    meaning,
  });
}

export const text = column('text');
export const phone = column('phone');
export const money = column('money');
export const day = column('day');
export const yesNo = column('yesNo');

/** How values of a kind are written. */
export const exportFormats: Readonly<Record<Kind, string>> = {
  text: 'text',
  phone: 'phone number, as it was typed',
  money: 'rand, with a point and two decimals: 1234.50',
  day: 'day: yyyy-mm-dd',
  moment: 'time: yyyy-mm-dd hh:mm',
  yesNo: 'Yes or No',
  fields: 'text',
};

export const memberId = text('memberId', 'Member id', 'The member, as members.csv has it.');
export const number = text(
  'membershipNumber',
  'Membership number',
  'The number on the member’s mails. Empty before the first payment.',
);
export const firstName = text('firstName', 'First name', 'First name.');
export const lastName = text('lastName', 'Last name', 'Last name.');
export const email = text('email', 'Email', 'Email address.');
export const amount = money('amount', 'Amount', 'The amount.');
export const type = text('type', 'Type', 'The name of the member type.');
