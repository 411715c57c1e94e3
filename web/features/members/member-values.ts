import { emptyId } from '#contract/fields.ts';
import type { Member } from '#contract/members/endpoints.ts';
import type { Relative } from '#contract/members/relatives.ts';
import { noRelative, type TypedRelative } from './relative-rules.ts';

/** A relative in the form; `id` is '' until it is saved. */
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
  'correctedProvince',
  'memberStatusID',
  'deactivatedReason',
] as const;
export type MemberField = (typeof fieldNames)[number];

type MemberFields = Record<MemberField, string>;

/** The form's values, in the order of the page. */
export interface MemberValues extends MemberFields {
  relatives: MemberRelative[];
}

/** The record with its ETag, which an update must send. */
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
  correctedProvince: '',
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

/** The changed fields. Others are not sent and keep the server's value. */
export function changedFields(base: MemberValues, values: MemberValues): Partial<MemberFields> {
  const changed = fieldNames.filter((name) => values[name] !== base[name]);
  return Object.fromEntries(changed.map((name) => [name, values[name]]));
}

/** The reason is only used while Deactivated is selected. */
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

/** The typed changes on top of what someone else has saved since `base` was loaded. */
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
  const merged = typed.flatMap((mine) => {
    if (mine.id === '') return mine;
    const now = find(theirs, mine.id);
    const isTouched = !isSameRelative(mine, find(base, mine.id));
    // Someone else removed a relative that was changed here: saving adds it again.
    if (now === undefined) return isTouched ? { ...mine, id: '' } : [];
    return isTouched ? mine : now;
  });
  const added = theirs.filter(({ id }) => !find(base, id) && !find(typed, id));
  return [...merged, ...added];
}

/** "Lerato Mokoena, Neo Mokoena", for sentences about them. */
export function namesOf(relatives: readonly TypedRelative[]): string {
  return relatives.map(nameOf).filter(Boolean).join(', ');
}

export function nameOf({ firstName, lastName }: TypedRelative): string {
  return `${firstName} ${lastName}`.trim();
}
