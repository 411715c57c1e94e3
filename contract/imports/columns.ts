import { unnamedColumn } from './file-texts.ts';
import { memberColumns } from './member-columns.ts';
import { problemHeading } from './texts.ts';
import {
  type ImportColumn,
  firstName,
  lastName,
  email,
  membershipNumber,
  amount,
  method,
  bankReference,
} from './shared-columns.ts';

export const importKinds = ['members', 'payments', 'donations', 'suppressions'] as const;
export type ImportKind = (typeof importKinds)[number];

const payments: ImportColumn[] = [
  {
    key: 'invoiceNumber',
    label: 'Invoice number',
    synonyms: ['Invoice', 'Invoice no', 'Faktuur', 'Faktuurnommer'],
  },
  membershipNumber,
  { ...firstName, isRequired: false },
  { ...lastName, isRequired: false },
  { ...email, isRequired: false },
  amount,
  {
    key: 'paidOn',
    label: 'Paid on',
    isRequired: true,
    synonyms: [
      'Date',
      'Payment date',
      'Date paid',
      'Received on',
      'Betaal op',
      'Datum',
      'Betaaldatum',
      'Datum betaal',
    ],
  },
  {
    key: 'description',
    label: 'Description',
    synonyms: ['For', 'Line', 'Details', 'Beskrywing', 'Vir', 'Besonderhede'],
  },
  method,
  bankReference,
];

const donations: ImportColumn[] = [
  firstName,
  lastName,
  email,
  amount,
  {
    key: 'receivedOn',
    label: 'Received on',
    isRequired: true,
    synonyms: [
      'Date',
      'Donation date',
      'Date received',
      'Paid on',
      'Received',
      'Ontvang op',
      'Datum',
      'Datum ontvang',
    ],
  },
  method,
  bankReference,
];

const suppressions: ImportColumn[] = [
  email,
  { key: 'kind', label: 'Kind', synonyms: ['Type', 'Soort', 'Tipe'] },
  { key: 'reason', label: 'Reason', synonyms: ['Comment', 'Why', 'Rede', 'Opmerking'] },
  {
    key: 'day',
    label: 'Date',
    synonyms: ['Day', 'Unsubscribed on', 'Since', 'Created', 'Datum', 'Sedert'],
  },
];

export const importColumns: Readonly<Record<ImportKind, readonly ImportColumn[]>> = {
  members: memberColumns,
  payments,
  donations,
  suppressions,
};

/**
 * The known column of each heading, or `null`. A column is given to one heading only: to its own label first,
 * then to the first heading that is a synonym.
 */
export function guessColumns(headers: readonly string[], kind: ImportKind): (string | null)[] {
  const plain = headers.map(plainHeading);
  const guesses: (string | null)[] = headers.map(() => null);
  const assign = (key: string, names: readonly string[]) => {
    if (guesses.includes(key)) return;
    const accepted = new Set(names.map(plainHeading));
    const at = plain.findIndex(
      (heading, index) => guesses[index] === null && heading !== '' && accepted.has(heading),
    );
    if (at !== -1) guesses[at] = key;
  };
  for (const { key, label } of importColumns[kind]) assign(key, [label, key]);
  for (const { key, synonyms } of importColumns[kind]) assign(key, synonyms);
  // "Van / Surname" and "Selfoon (cell)" have the name twice.
  for (const [at, heading] of headers.entries()) {
    const parts = heading.split(/[/(,]/);
    if (guesses[at] !== null || parts.length < 2) continue;
    const names = new Set(parts.map(plainHeading).filter((part) => part !== ''));
    const column = importColumns[kind].find(
      ({ key, label, synonyms }) =>
        !guesses.includes(key) &&
        [label, ...synonyms].some((name) => names.has(plainHeading(name))),
    );
    guesses[at] = column?.key ?? null;
  }
  return guesses;
}

interface ChosenColumns {
  columns: readonly string[];
  sample: readonly (readonly string[])[];
  mapping: { columns: readonly (string | null)[] };
}

/** The headings that are not imported. An empty column without a heading is none, and neither are our sentences. */
export function columnsLeftOut({ columns, sample, mapping }: ChosenColumns): string[] {
  return columns.filter((heading, place) => {
    if (mapping.columns[place] != null) return false;
    if (heading === problemHeading && place === columns.length - 1) return false;
    const isUnnamed = heading === unnamedColumn(place);
    return !isUnnamed || sample.some((cells) => (cells[place] ?? '') !== '');
  });
}

/** "E-Mail_Address *" and "email address" are the same. */
function plainHeading(heading: string): string {
  return heading
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
