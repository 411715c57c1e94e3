import { type ExportFile, exportFiles } from '#contract/full-export/files.ts';
import type { ImportColumn } from './shared-columns.ts';

/** The files of an export that are read back, in this order: each needs the ones before it. */
export const exportKinds = [
  'exportedTypes',
  'exportedStatuses',
  'exportedMembers',
  'exportedRelatives',
  'exportedInvoices',
  'exportedPeriods',
  'exportedDonations',
  'exportedPayments',
  'exportedCreditUses',
  'exportedConsents',
] as const;
export type ExportKind = (typeof exportKinds)[number];

export const fileOfKind = {
  exportedTypes: 'member-types',
  exportedStatuses: 'member-statuses',
  exportedMembers: 'members',
  exportedRelatives: 'relatives',
  exportedInvoices: 'invoices',
  exportedPeriods: 'periods',
  exportedDonations: 'donations',
  exportedPayments: 'payments',
  exportedCreditUses: 'credit-uses',
  exportedConsents: 'consents',
} as const satisfies Record<ExportKind, ExportFile>;

/** The columns of the files. They need no mapping: the headings are the labels. */
export const exportKindColumns = Object.fromEntries(
  exportKinds.map((kind) => [
    kind,
    exportFiles[fileOfKind[kind]].map(({ field, header }): ImportColumn => ({
      key: field,
      label: header,
      isRequired: true,
      synonyms: [],
    })),
  ]),
) as unknown as Readonly<Record<ExportKind, readonly ImportColumn[]>>;
