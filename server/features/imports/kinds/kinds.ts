import type { AnyImportKind } from '#contract/imports/columns.ts';
import type { ImportKind } from './import-kind.ts';
import { donationKind } from './donations/donation-kind.ts';
import { exportedConsents } from './exported/consents.ts';
import { exportedCreditUses } from './exported/credit-uses.ts';
import { exportedDonations } from './exported/donations.ts';
import { exportedInvoices } from './exported/invoices.ts';
import { exportedStatuses } from './exported/member-statuses.ts';
import { exportedTypes } from './exported/member-types.ts';
import { exportedMembers } from './exported/members.ts';
import { exportedPayments } from './exported/payments.ts';
import { exportedPeriods } from './exported/periods.ts';
import { exportedRelatives } from './exported/relatives.ts';
import { memberKind } from './members/member-kind.ts';
import { paymentKind } from './payments/payment-kind.ts';
import { suppressionKind } from './suppressions/suppression-kind.ts';

/** The plan of a kind stays inside the kind. */
// oxlint-disable-next-line typescript/no-explicit-any
type AnyKind = ImportKind<any>;

const kinds: Record<AnyImportKind, AnyKind> = {
  members: memberKind,
  payments: paymentKind,
  donations: donationKind,
  suppressions: suppressionKind,
  exportedTypes,
  exportedStatuses,
  exportedMembers,
  exportedRelatives,
  exportedInvoices,
  exportedPeriods,
  exportedDonations,
  exportedPayments,
  exportedCreditUses,
  exportedConsents,
};

export function kindOf(name: AnyImportKind): AnyKind {
  return kinds[name];
}
