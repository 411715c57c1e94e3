import type { ImportKind } from '#contract/imports/columns.ts';

/** The headings, and the row of the n-th person with this name. */
const files: Record<ImportKind, { head: string; row: (name: string, n: number) => string }> = {
  members: {
    head: 'Title,First name,Last name,Email,Phone,Postal address,Zip code,Type,Member since,Paid until',
    row: (name, n) =>
      `Ms,Nr${n},${name},${name}${n}@example.org,82${String(n).padStart(7, '0')},"12 Acacia Road, Skukuza",81,Individual,5/3/2019,31/12/2099`,
  },
  payments: {
    head: 'Invoice,First name,Surname,Email,Amount,Paid on,Description,Paid by,Bank reference',
    row: (name, n) =>
      `A${n},Nr${n},${name},${name}${n}@example.org,450.00,5/3/2019,Membership 2019,EFT,${name} ${n}`,
  },
  donations: {
    head: 'First name,Surname,Email,Amount,Received on,Paid by,Bank reference',
    row: (name, n) => `Nr${n},${name},${name}${n}@example.org,50.00,5/3/2019,Cash,${name} ${n}`,
  },
  suppressions: {
    head: 'Email,Kind,Reason,Day',
    row: (name, n) => `${name}${n}@example.org,Unsubscribed,Too many emails,5/3/2019`,
  },
};

export const importKinds = Object.keys(files) as ImportKind[];

/** A CSV file with as many new records. All of them have the same last name. */
export function manyRows(kind: ImportKind, name: string, count: number): string {
  const { head, row } = files[kind];
  return [head, ...Array.from({ length: count }, (_, n) => row(name, n + 1))].join('\n');
}
