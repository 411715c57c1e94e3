import { dayOf } from '#contract/days.ts';

/** What a person reads who opens the zip, here or in another product. */
export function readme(at: Date): string {
  return `This is everything of the organisation on ${dayOf(at)}, at one instant, as CSV files.

columns.csv describes each column: its name, its meaning and its format. The files are in UTF-8 with commas.
Excel and LibreOffice open them. An apostrophe before = + - @ keeps a spreadsheet from running a text as a
formula. It does not belong to the value.

Numbers are as on the mails: 00042 is a member, INV-00042 an invoice, DON-00042 a donation. The columns called
"... id" tell which rows belong together, also where there is no number.

An invoice can be paid in parts, and a payment can bring too much. payments.csv says of each payment what counts
for its invoice or donation, and what is left as a credit. credit-uses.csv says what became of credits: refunds,
and the payments that they made of other invoices or of donations. Such a payment has "credit" in the column
Recorded by: it is no new money.

This product does not read the zip back in. To continue in a new installation of it, restore a backup there.

Not in the zip: passwords, administrators, pictures, files of bulk emails, proofs of payment, the texts of mails,
the audit log, and the keys of the installation. The backup has all of these. An unsubscribed address of an erased person is
stored so that nobody can read it, and is not in the zip.
`.replaceAll('\n', '\r\n');
}
