import { emptyId } from '#contract/fields.ts';
import type { Member } from '#contract/members.ts';
import type { Relative } from '#contract/relatives.ts';
import { noRelative, type TypedRelative } from './relative-rules.ts';

/** A relative in the form; `''` while it has not been saved. */
export interface MemberRelative extends TypedRelative {
  id: string;
}

export const newRelative: MemberRelative = { ...noRelative, id: '' };

const fieldNames = [
  'memberTypeID',
  'title',
  'firstName',
  'lastName',
  'email',
  'phone',
  'postalAddress',
  'zipCode',
  'memberStatusID',
  'deactivatedReason',
] as const;
export type MemberField = (typeof fieldNames)[number];

type MemberFields = Record<MemberField, string>;

/** What the form holds, in the order in which it stands on the page. */
export interface MemberValues extends MemberFields {
  relatives: MemberRelative[];
}

/** The record as it was read, with the tag that an edit of it sends back. */
export interface LoadedMember {
  member: Member;
  etag: string | undefined;
  relatives: readonly Relative[];
}

export const nobody: MemberValues = {
  memberTypeID: '',
  title: '',
  firstName: '',
  lastName: '',
  email: '',
  phone: '',
  postalAddress: '',
  zipCode: '',
  memberStatusID: '',
  deactivatedReason: '',
  relatives: [],
};

export function valuesOf(loaded: LoadedMember | null): MemberValues {
  if (loaded === null) return nobody;
  const { member, relatives } = loaded;
  const fields = fieldNames.map((name) => [name, filled(member[name])] as const);
  return {
    ...nobody,
    ...Object.fromEntries(fields),
    relatives: relatives.map(relativeValues),
  };
}

function filled(value: string | null): string {
  return value === null || value === emptyId ? '' : value;
}

export function relativeValues({ id, dateOfBirth, ...relative }: Relative): MemberRelative {
  const { firstName, lastName, email, hasConsent } = relative;
  return { id, firstName, lastName, email, dateOfBirth: dateOfBirth ?? '', hasConsent };
}

/** The fields that differ: what was not touched is not sent, and keeps what the server says of it. */
export function changedFields(base: MemberValues, values: MemberValues): Partial<MemberFields> {
  const changed = fieldNames.filter((name) => values[name] !== base[name]);
  return Object.fromEntries(changed.map((name) => [name, values[name]]));
}

/** A reason counts only while Deactivated is chosen: one that was typed and left again is nothing. */
export function settled(
  base: MemberValues,
  typed: MemberValues,
  deactivatedId: string | undefined,
): MemberValues {
  const isDeactivated = typed.memberStatusID === deactivatedId;
  return { ...typed, deactivatedReason: (isDeactivated ? typed : base).deactivatedReason };
}

export function isSame(one: MemberValues, other: MemberValues): boolean {
  return (
    Object.keys(changedFields(one, other)).length === 0 &&
    one.relatives.length === other.relatives.length &&
    one.relatives.every((relative, place) => isSameRelative(relative, other.relatives[place]))
  );
}

export function isSameRelative(one: MemberRelative, other: MemberRelative | undefined): boolean {
  const keys = Object.keys(one) as (keyof MemberRelative)[];
  return other !== undefined && keys.every((key) => one[key] === other[key]);
}

/** What was typed here, on top of what someone else has saved since `base` was read. */
export function mergeValues(
  base: MemberValues,
  typed: MemberValues,
  theirs: MemberValues,
): MemberValues {
  return {
    ...theirs,
    ...changedFields(base, typed),
    relatives: mergeRelatives(base.relatives, typed.relatives, theirs.relatives),
  };
}

function mergeRelatives(
  base: readonly MemberRelative[],
  typed: readonly MemberRelative[],
  theirs: readonly MemberRelative[],
): MemberRelative[] {
  const find = (list: readonly MemberRelative[], id: string) => list.find((one) => one.id === id);
  const kept = typed.flatMap((mine) => {
    if (mine.id === '') return mine;
    const now = find(theirs, mine.id);
    const isTouched = !isSameRelative(mine, find(base, mine.id));
    // Someone else has removed who was changed here: whoever saves the change adds them again.
    if (now === undefined) return isTouched ? { ...mine, id: '' } : [];
    return isTouched ? mine : now;
  });
  const added = theirs.filter(({ id }) => !find(base, id) && !find(typed, id));
  return [...kept, ...added];
}

/** "Lerato Mokoena, Neo Mokoena", for sentences about them. */
export function namesOf(relatives: readonly TypedRelative[]): string {
  return relatives.map(nameOf).filter(Boolean).join(', ');
}

export function nameOf({ firstName, lastName }: TypedRelative): string {
  return `${firstName} ${lastName}`.trim();
}
