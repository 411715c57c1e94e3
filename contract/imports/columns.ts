import { mostRelatives } from '#contract/limits.ts';

export const importKinds = ['members', 'payments', 'donations', 'suppressions'] as const;
export type ImportKind = (typeof importKinds)[number];

export interface ImportColumn {
  key: string;
  /** The label on the screen. A heading that equals it is recognised, too. */
  label: string;
  isRequired?: boolean;
  /** Other headings, in English and Afrikaans. Case, accents and punctuation do not matter. */
  synonyms: readonly string[];
}

const firstName = {
  key: 'firstName',
  label: 'First name',
  isRequired: true,
  synonyms: [
    'Name',
    'Names',
    'First names',
    'Given name',
    'Forename',
    'Voornaam',
    'Voorname',
    'Naam',
  ],
} as const;
const lastName = {
  key: 'lastName',
  label: 'Last name',
  isRequired: true,
  synonyms: ['Surname', 'Family name', 'Van', 'Agternaam', 'Familienaam'],
} as const;
const email = {
  key: 'email',
  label: 'Email',
  isRequired: true,
  synonyms: ['Email address', 'E-mail', 'E-mail address', 'Mail', 'E-pos', 'E-posadres', 'Epos'],
} as const;
const membershipNumber = {
  key: 'membershipNumber',
  label: 'Membership number',
  synonyms: [
    'Number',
    'Member number',
    'Member no',
    'Membership no',
    'No',
    'Nr',
    'Member ID',
    'Lidnommer',
    'Lidmaatskapnommer',
    'Nommer',
  ],
} as const;
const amount = {
  key: 'amount',
  label: 'Amount',
  isRequired: true,
  synonyms: [
    'Amount (ZAR)',
    'Amount paid',
    'Paid',
    'Total',
    'Rand',
    'Bedrag',
    'Bedrag betaal',
    'Totaal',
  ],
} as const;
const method = {
  key: 'method',
  label: 'Paid by',
  synonyms: [
    'Method',
    'Payment method',
    'Payment type',
    'Donation type',
    'Betaal deur',
    'Betaalmetode',
    'Metode',
  ],
} as const;
const bankReference = {
  key: 'bankReference',
  label: 'Bank reference',
  synonyms: ['Reference', 'Payment reference', 'Statement reference', 'Bankverwysing', 'Verwysing'],
} as const;

const relativeFields = [
  { key: 'FirstName', label: 'first name', synonyms: ['first name', 'name', 'voornaam', 'naam'] },
  { key: 'LastName', label: 'last name', synonyms: ['last name', 'surname', 'van', 'agternaam'] },
  { key: 'Email', label: 'email', synonyms: ['email', 'email address', 'e-pos'] },
  {
    key: 'DateOfBirth',
    label: 'date of birth',
    synonyms: ['date of birth', 'birth date', 'birthday', 'dob', 'born', 'geboortedatum'],
  },
] as const;

/** `relative1FirstName` to `relative4DateOfBirth`. */
const relatives: ImportColumn[] = Array.from(
  { length: mostRelatives },
  (_, index) => index + 1,
).flatMap((seat) =>
  relativeFields.map(({ key, label, synonyms }) => ({
    key: `relative${seat}${key}`,
    label: `Relative ${seat} ${label}`,
    synonyms: ['Relative', 'Child', 'Dependant', 'Kind'].flatMap((who) =>
      synonyms.flatMap((what) => [`${who} ${seat} ${what}`, `${who} ${what} ${seat}`]),
    ),
  })),
);

const members: ImportColumn[] = [
  membershipNumber,
  { key: 'title', label: 'Title', synonyms: ['Salutation', 'Titel', 'Aanspreekvorm'] },
  firstName,
  lastName,
  email,
  {
    key: 'phone',
    label: 'Phone',
    synonyms: [
      'Phone number',
      'Telephone',
      'Telephone number',
      'Tel',
      'Tel no',
      'Cell',
      'Cell number',
      'Cell no',
      'Cellphone',
      'Cellphone number',
      'Mobile',
      'Mobile number',
      'Contact number',
      'Selfoon',
      'Selfoonnommer',
      'Sel',
      'Telefoon',
      'Telefoonnommer',
      'Foon',
      'Kontaknommer',
    ],
  },
  {
    key: 'postalAddress',
    label: 'Postal address',
    synonyms: ['Address', 'Home address', 'Street address', 'Posadres', 'Adres', 'Woonadres'],
  },
  {
    key: 'zipCode',
    label: 'Zip code',
    synonyms: ['Zip', 'Postal code', 'Post code', 'Postcode', 'Poskode', 'Kode'],
  },
  {
    key: 'type',
    label: 'Type',
    isRequired: true,
    synonyms: [
      'Member type',
      'Membership type',
      'Membership',
      'Category',
      'Tipe',
      'Lidtipe',
      'Lidmaatskap',
      'Lidmaatskaptipe',
      'Kategorie',
    ],
  },
  { key: 'status', label: 'Status', synonyms: ['Member status', 'Membership status', 'Lidstatus'] },
  {
    key: 'deactivatedReason',
    label: 'Deactivated reason',
    synonyms: ['Reason', 'Reason for deactivation', 'Rede'],
  },
  {
    key: 'memberSince',
    label: 'Member since',
    synonyms: [
      'Sign-up date',
      'Join date',
      'Joined',
      'Date joined',
      'Since',
      'Start date',
      'Lid sedert',
      'Aansluitdatum',
      'Begindatum',
    ],
  },
  {
    key: 'paidUntil',
    label: 'Paid until',
    synonyms: [
      'Paid to',
      'Paid up to',
      'Valid until',
      'Expiry date',
      'Expiry',
      'Expires',
      'End date',
      'Renewal date',
      'Betaal tot',
      'Geldig tot',
      'Vervaldatum',
      'Einddatum',
    ],
  },
  {
    key: 'dateOfBirth',
    label: 'Date of birth',
    synonyms: ['Birth date', 'Birthday', 'DOB', 'Born', 'Geboortedatum', 'Verjaarsdag'],
  },
  {
    key: 'familyRole',
    label: 'Main member or relative',
    synonyms: [
      'Role',
      'Family role',
      'Relationship',
      'Relation',
      'Main member',
      'Rol',
      'Verwantskap',
      'Hooflid',
    ],
  },
  {
    key: 'newsConsentOn',
    label: 'Agreed to news on',
    synonyms: ['News consent', 'News consent date', 'Newsletter consent', 'Toestemming vir nuus'],
  },
  {
    key: 'appealsConsentOn',
    label: 'Agreed to requests for donations on',
    synonyms: ['Appeals consent', 'Appeals consent date', 'Toestemming vir skenkings'],
  },
  {
    key: 'consentSource',
    label: 'Source of consent',
    synonyms: ['Consent source', 'Bron van toestemming'],
  },
  ...relatives,
];

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
  members,
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
  return guesses;
}

/** "E-Mail_Address *" and "email address" are the same. */
function plainHeading(heading: string): string {
  return heading
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');
}
