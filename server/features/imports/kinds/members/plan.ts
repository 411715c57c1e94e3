import type { Purpose } from '#contract/privacy/consents.ts';
import type { Period } from '#server/features/members/periods/next-period.ts';
import type { TypeChoice } from './choices.ts';
import type { ExistingMember } from './find-matches.ts';
import type { MemberRow, RelativeRow } from './read-member-row.ts';

export interface ConsentPlan {
  purpose: Purpose;
  on: string;
  source: string;
}

/** A member to add. */
export interface NewMember {
  kind: 'new';
  row: MemberRow;
  type: TypeChoice;
  statusId: string;
  statusName: string;
  /** The file says a status that does not follow from the periods. */
  isSetByHand: boolean;
  deactivatedReason: string | null;
  memberSince: string;
  period: Period | null;
  /** The type is free, and the period follows the rules of the product. */
  isFreePeriod: boolean;
  relatives: RelativeRow[];
  consents: ConsentPlan[];
}

export const personFields = [
  'title',
  'firstName',
  'lastName',
  'phone',
  'postalAddress',
  'zipCode',
  'province',
] as const;
export type PersonField = (typeof personFields)[number];
export type PersonValues = Partial<Record<PersonField, string>>;

/** A member who is already there and would change. */
export interface ChangedMember {
  kind: 'change';
  row: MemberRow;
  member: ExistingMember;
  before: PersonValues;
  after: PersonValues;
  period: Period | null;
  relatives: { seat: number; relative: RelativeRow }[];
}

export type MemberPlan = NewMember | ChangedMember;
