export interface ImportColumn {
  key: string;
  /** The label on the screen. A heading that equals it is recognised, too. */
  label: string;
  isRequired?: boolean;
  /** Other headings, in English and Afrikaans. Case, accents and punctuation do not matter. */
  synonyms: readonly string[];
}

export const firstName = {
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
export const lastName = {
  key: 'lastName',
  label: 'Last name',
  isRequired: true,
  synonyms: ['Surname', 'Family name', 'Van', 'Agternaam', 'Familienaam'],
} as const;
export const email = {
  key: 'email',
  label: 'Email',
  isRequired: true,
  synonyms: ['Email address', 'E-mail', 'E-mail address', 'Mail', 'E-pos', 'E-posadres', 'Epos'],
} as const;
export const membershipNumber = {
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
    'Member nr',
    'Membership nr',
    'Memb no',
    'Lidnr',
    'Lid no',
    'Lidno',
    'Lidmaatskapnr',
    'Lidnommer',
    'Lidmaatskapnommer',
    'Nommer',
  ],
} as const;
export const amount = {
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
export const method = {
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
export const bankReference = {
  key: 'bankReference',
  label: 'Bank reference',
  synonyms: ['Reference', 'Payment reference', 'Statement reference', 'Bankverwysing', 'Verwysing'],
} as const;
