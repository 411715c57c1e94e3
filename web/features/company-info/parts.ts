import { logoTexts } from '#contract/company-info/logo.ts';

/** The parts of the page, in their order; the ids are for links to them. */
export const parts = {
  organisation: { id: 'organisation', title: 'Organisation' },
  bank: { id: 'bank', title: 'Bank details' },
  year: { id: 'membership-year', title: 'Membership year' },
  numbering: { id: 'numbering', title: 'Numbering' },
  donations: { id: 'donations', title: 'Donations' },
  tax: { id: 'tax', title: 'Tax' },
  logo: { id: 'logo', title: logoTexts.title },
} as const;
