import { createHash } from 'node:crypto';
import { invoiceNumber, membershipNumber } from '#contract/numbers.ts';
import {
  mergeFields,
  type MergeField,
  type MergePeriod,
  type MergePreview,
  type MergeSide,
} from '#contract/duplicates/merge.ts';
import type { Context } from '#server/context.ts';
import { problemOf, readPair, type MergePair, type MergeRecord } from './read-pair.ts';

export async function previewMerge(
  ctx: Context,
  id: string,
  otherId: string,
): Promise<MergePreview> {
  return previewOf(await readPair(ctx, id, otherId));
}

/** What would be merged, what has to be chosen, and what is proposed. product-rules 21.4. */
export function previewOf(pair: MergePair): MergePreview {
  const { kept, merged } = pair;
  const groups = periodGroups(pair);
  const apart = groups.filter((group) => group.length === 1).flat();
  const preview = {
    kept: headOf(kept),
    merged: headOf(merged),
    problem: problemOf(pair),
    fields: mergeFields
      .filter((field) => differs(pair, field))
      .map((field) => choiceOf(pair, field)),
    overlaps: groups
      .filter((group) => group.length > 1)
      .map((group) => ({
        periods: group.map((one) => periodOnWire(one)),
        proposed: laterSide(group),
      })),
    lastApart: apart.map((one) => periodOnWire(one)).at(-1) ?? null,
    openInvoices: openInvoicesOf(pair),
    relatives: relativesToChoose(pair),
    covered: { kept: coveredOf(kept), merged: coveredOf(merged) },
    moves: movesOf(pair),
  };
  return { ...preview, version: versionOf(pair) };
}

/** A change in between must be seen first. How much moves without a question does not count. */
function versionOf({ kept, merged }: MergePair): string {
  const compared = [kept, merged].map(({ counts: _, ...record }) => record);
  return createHash('sha256').update(JSON.stringify(compared)).digest('base64url');
}

function headOf(record: MergeRecord): MergePreview['kept'] {
  const { id, firstName, lastName, number, email, signupDate, paidUntil } = record;
  const { memberStatusName, hasPassword } = record;
  return {
    id,
    name: `${firstName} ${lastName}`,
    membershipNumber: number === null ? null : membershipNumber(number),
    email,
    signupDate,
    paidUntil,
    memberStatusName,
    hasPassword,
  };
}

function valueOf(record: MergeRecord, field: MergeField): string {
  if (field === 'memberType') return record.memberTypeName;
  if (field === 'memberStatus') return record.memberStatusName;
  return record[field];
}

function differs({ kept, merged }: MergePair, field: MergeField): boolean {
  // Otherwise the status follows the periods of both.
  if (field === 'memberStatus' && !kept.isStatusFixed && !merged.isStatusFixed) return false;
  // An administrator's sign-in keeps its email and password.
  if (field === 'email' && kept.role !== 'Member') return false;
  return valueOf(kept, field) !== valueOf(merged, field);
}

function choiceOf(pair: MergePair, field: MergeField): MergePreview['fields'][number] {
  const { kept, merged } = pair;
  return {
    field,
    kept: valueOf(kept, field),
    merged: valueOf(merged, field),
    proposed: proposedFor(pair, field),
  };
}

/** The value of the record that stays. An empty one is filled from the other. */
function proposedFor({ kept, merged }: MergePair, field: MergeField): MergeSide {
  const isFilled = {
    // Anybody can register with a name and a password. Only a proved sign-in comes before the older one.
    email:
      kept.isAddressOld === merged.isAddressOld
        ? kept.isProved || !merged.isProved
        : merged.isAddressOld,
    // The type belongs to the last period.
    memberType: (kept.paidUntil ?? '') >= (merged.paidUntil ?? ''),
    memberStatus: kept.isStatusFixed,
  } as Partial<Record<MergeField, boolean>>;
  return (isFilled[field] ?? valueOf(kept, field) !== '') ? 'kept' : 'merged';
}

interface SidedPeriod {
  id: string;
  side: MergeSide;
  startsOn: string;
  endsOn: string;
  memberTypeName: string;
  invoiceNumber: number | null;
  paidCents: number | null;
}

function periodOnWire({ invoiceNumber: number, paidCents, ...period }: SidedPeriod): MergePeriod {
  return {
    ...period,
    invoiceNumber: number === null ? null : invoiceNumber(number),
    amount: paidCents === null ? null : paidCents / 100,
  };
}

/** The side that is paid for longer: nobody loses days without being asked. */
function laterSide(group: readonly SidedPeriod[]): MergeSide {
  const endOf = (side: MergeSide) =>
    group.reduce((end, one) => (one.side === side && one.endsOn > end ? one.endsOn : end), '');
  return endOf('kept') >= endOf('merged') ? 'kept' : 'merged';
}

/** Groups of periods that overlap, directly or by one between them, and those that overlap none. */
function periodGroups({ kept, merged }: MergePair): SidedPeriod[][] {
  const all: SidedPeriod[] = [
    ...kept.periods.map((period) => ({ ...period, side: 'kept' as const })),
    ...merged.periods.map((period) => ({ ...period, side: 'merged' as const })),
  ].toSorted((one, other) => (one.startsOn < other.startsOn ? -1 : 1));
  const groups: { periods: SidedPeriod[]; endsOn: string }[] = [];
  for (const period of all) {
    const last = groups.at(-1);
    if (last !== undefined && period.startsOn <= last.endsOn) {
      last.periods.push(period);
      if (period.endsOn > last.endsOn) last.endsOn = period.endsOn;
    } else groups.push({ periods: [period], endsOn: period.endsOn });
  }
  return groups.map(({ periods }) => periods);
}

function openInvoicesOf({ kept, merged }: MergePair): MergePreview['openInvoices'] {
  if (kept.openInvoice === null || merged.openInvoice === null) return [];
  return [
    { side: 'kept' as const, ...kept.openInvoice },
    { side: 'merged' as const, ...merged.openInvoice },
  ].map(({ id, side, number, amountCents }) => ({
    id,
    side,
    invoiceNumber: invoiceNumber(number),
    amount: amountCents / 100,
  }));
}

export const mostRelatives = 4;

/** If they are at most four different children, all stay without a question. */
function relativesToChoose({ kept, merged }: MergePair): MergePreview['relatives'] {
  const seen = new Set<string>();
  let proposed = 0;
  const all = [
    ...kept.relatives.map((relative) => ({ ...relative, side: 'kept' as const })),
    ...merged.relatives.map((relative) => ({ ...relative, side: 'merged' as const })),
  ].map(({ id, side, firstName, lastName, dateOfBirth }) => {
    const child = childKey(firstName, lastName);
    const isProposed = !seen.has(child) && proposed < mostRelatives;
    seen.add(child);
    if (isProposed) proposed += 1;
    return { id, side, name: `${firstName} ${lastName}`, dateOfBirth, isProposed };
  });
  return all.every(({ isProposed }) => isProposed) ? [] : all;
}

/** Null: the type has no relatives. */
function coveredOf({ isFamily, relatives }: MergeRecord): number | null {
  return isFamily ? relatives.length : null;
}

/** Without accents and spaces: the same child may be written differently. */
function childKey(firstName: string, lastName: string): string {
  return `${firstName}${lastName}`
    .normalize('NFD')
    .replaceAll(/[^\p{L}]/gu, '')
    .toLowerCase();
}

function movesOf({ kept, merged }: MergePair): MergePreview['moves'] {
  return {
    ...merged.counts,
    periods: merged.periods.length,
    consents: { kept: kept.counts.consents, merged: merged.counts.consents },
  };
}
