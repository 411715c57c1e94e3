import { mostRelatives } from '#contract/limits.ts';
import {
  type ImportColumn,
  firstName,
  lastName,
  email,
  membershipNumber,
} from './shared-columns.ts';

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

export const memberColumns: ImportColumn[] = [
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
