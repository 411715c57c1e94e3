import { type RawBuilder, sql } from 'kysely';
import { erased } from '#contract/privacy/erased.ts';
import type { RetentionKind } from '#contract/privacy/retention.ts';
import type { Tables } from '#server/platform/db/tables.ts';

/** By what a person is found in the tables. */
export interface Whose {
  /** With the records that were merged into the member's, and their sign-ins. */
  memberIds: string[];
  userIds: string[];
  /** In lower case. The data export has verified ones only: others may belong to another person. */
  emails: string[];
  periodIds: string[];
  relativeIds: string[];
  invoiceIds: string[];
  donationIds: string[];
  paymentIds: string[];
  /** Of the data export. */
  picture?: string;
}

/** The description of a table about people. `Name` is any of its columns. */
export interface Description<Name extends string = string> {
  /** The heading in the data export. */
  title: string;
  /** Instead of the table: a subquery with columns as the person sees them. */
  from?: RawBuilder<unknown>;
  rows: (whose: Whose) => RawBuilder<boolean>;
  order: string;
  /** In the order of the data export. */
  columns: Record<Name, Column>;
  /** Erase deletes the rows, `apart` with a statement of its own. Otherwise it replaces what is `personal`. */
  isDeleted?: true | 'apart';
  /** The periods of old rows. Left out: with the person, or for one of `fixedPeriods`. */
  kept?: readonly RetentionKind[] | KeptSince;
}

/** A period of retention for the rows `where`, counted from the instant `since`. */
export interface KeptSince {
  period: RetentionKind;
  since: string;
  where: RawBuilder<boolean>;
  /** The rows go as a whole. */
  isDeleted?: true;
}

/** The label in the data export, or more. A text is `personal` or `staying`, unless its values are listed. */
export type Column = string | Details;

interface Details {
  label?: string;
  /** Why it is not in the data export. */
  omitted?: string;
  /** What Erase writes in its place. */
  erased?: Replacement;
  /** It names the person in a record that can be part of the accounts. */
  isName?: true;
  /** Erase leaves it. */
  stays?: true;
}

type Replacement = string | null | RawBuilder<unknown> | ((column: RawBuilder<unknown>) => unknown);

/** A missing column is a type error. Search columns repeat the text of other columns. */
export type Descriptions = {
  [Table in keyof Tables]?: Description<
    Exclude<keyof Tables[Table] & string, `${string}_folded` | 'search_text'>
  >;
};

export const omitted = (reason: string): Details => ({ omitted: reason });
export const key = omitted('a number of ours that says nothing of the person');
export const office = omitted('who of the office did it');
export const secret = omitted('a secret');

const detailsOf = (column: Column): Details =>
  typeof column === 'string' ? { label: column } : column;

export const personal = (column: Column, replacement: Replacement): Details => ({
  ...detailsOf(column),
  erased: replacement,
});
export const personalName = (column: Column, replacement: Replacement): Details => ({
  ...personal(column, replacement),
  isName: true,
});
export const staying = (column: Column): Details => ({ ...detailsOf(column), stays: true });

export function all<Name extends string>(column: Details, ...names: Name[]) {
  return Object.fromEntries(names.map((name) => [name, column])) as Record<Name, Details>;
}

/** For a text that can be missing. */
export const textIfAny = (column: RawBuilder<unknown>) =>
  sql`CASE WHEN ${column} IS NULL THEN NULL ELSE ${erased.text} END`;

/** The columns in the data export, with their labels. */
export function labelsOf(columns: Description['columns']): [string, string][] {
  return Object.entries(columns).flatMap(([name, column]) => {
    const { label } = detailsOf(column);
    return label === undefined ? [] : [[name, label]];
  });
}

export const among = (ids: string[]) => sql`ANY (${ids}::uuid[])`;

/** The ids that mails and audit entries about the person name. */
export function recordIds(whose: Whose): string[] {
  const { userIds, memberIds, periodIds, relativeIds, invoiceIds, donationIds, paymentIds } = whose;
  return [userIds, memberIds, periodIds, relativeIds, invoiceIds, donationIds, paymentIds].flat();
}
