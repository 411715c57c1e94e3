import {
  readReferences,
  type ReferenceReading,
} from '#contract/payment-references/read-references.ts';

/** Numbers of invoices and donations, or of members if there are none. */
export interface NumbersInText {
  isOfRecords: boolean;
  /** `INV 171`; a member's is ` 42`. */
  keys: string[];
}

/** A member's number is printed with five digits. Other bare numbers are of banks. */
const printedMember = /^\d{5}$/;

export function numbersIn(text: string): NumbersInText {
  const all = readReferences(text);
  const keyOf = ({ kind, number }: ReferenceReading) => `${kind ?? ''} ${number ?? ''}`;
  const ofRecords = all.filter(({ kind }) => kind !== null);
  const used = ofRecords.length > 0 ? ofRecords : all.filter((one) => printedMember.test(one.text));
  return { isOfRecords: ofRecords.length > 0, keys: used.map(keyOf) };
}

/** Whether both name numbers of one sort, and none in common. A bank may have cut one, so its beginning is enough. */
export function nameOthers(one: NumbersInText, other: NumbersInText): boolean {
  if (one.isOfRecords !== other.isOfRecords || one.keys.length * other.keys.length === 0) {
    return false;
  }
  return !one.keys.some((key) =>
    other.keys.some((theirs) => theirs.startsWith(key) || key.startsWith(theirs)),
  );
}
