import type { ImportKind as KindName } from '#contract/imports/columns.ts';
import type { ImportKind } from './import-kind.ts';
import { donationKind } from './donations/donation-kind.ts';
import { memberKind } from './members/member-kind.ts';
import { paymentKind } from './payments/payment-kind.ts';
import { suppressionKind } from './suppressions/suppression-kind.ts';

/** The plan of a kind stays inside the kind. */
// oxlint-disable-next-line typescript/no-explicit-any
type AnyKind = ImportKind<any>;

const kinds: Record<KindName, AnyKind> = {
  members: memberKind,
  payments: paymentKind,
  donations: donationKind,
  suppressions: suppressionKind,
};

export function kindOf(name: KindName): AnyKind {
  return kinds[name];
}
