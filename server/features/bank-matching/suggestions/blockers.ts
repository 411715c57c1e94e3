import { addDays } from '#contract/calendar.ts';
import { labelOf, type Payable } from '#server/features/payments/payable.ts';
import { byHandReason, fitByHand, recordedOfRead } from './by-hand.ts';
import { isLikely } from './candidates.ts';
import { nameFit } from './name-fit.ts';
import { unnoticedSlips } from './near-numbers.ts';
import { readLine, type TypedReference } from './read-line.ts';
import { kindOf, type Matching, recordsOf } from './read-records.ts';
import { reasons } from './reasons.ts';
import { isOnePayer, type OppositeLine } from './world.ts';

/**
 * Why a line with a right check letter and the right amount is not certain. Each is a way in which a wrong
 * record could have both. product-rules 25.2.
 */
export function blockersOf(matching: Matching & { records: readonly Payable[] }): string[] {
  const { line, reading, world, records } = matching;
  const why: string[] = [];
  const add = (isSo: boolean, reason: string) => {
    if (isSo) why.push(reason);
  };
  add(line.openCents !== line.amountCents, reasons.halfBooked);
  add(line.day > world.today, reasons.future);
  add(reading.isReversal || reading.isRefund, reasons.reversed);
  // The reference is printed on the invoice: nobody can have it before. A clock may differ by a day.
  add(
    records.some(({ createdOn }) => line.day < addDays(createdOn, -1)),
    reasons.earlier,
  );
  add(hasOtherNumber(matching), reasons.otherNumber);
  const byHand = world.byHand.find((one) => fitByHand(matching, one) !== null);
  if (byHand !== undefined) why.push(byHandReason(line, byHand));
  why.push(...(recordedOfRead(matching).find(isLikely)?.why ?? []));
  const undone = undoneOf(matching);
  if (undone !== undefined) why.push(undone);
  const wentOut = world.wentOut.find((out) => mayTakeBack(matching, out));
  if (wentOut !== undefined) why.push(reasons.wentOut(wentOut.day));
  add(isRememberedForOthers(matching), reasons.otherPayer);
  const slip = slipOf(matching);
  if (slip !== undefined) why.push(reasons.slip(labelOf(slip)));
  return why;
}

type Judged = Matching & { records: readonly Payable[] };

/**
 * A payment of one of the records that was undone since the line came: it may have been this money, booked wrongly
 * or taken back by the bank.
 */
function undoneOf({ world, records, line }: Judged): string | undefined {
  for (const { recordId, amountCents, undoneOn } of world.payments) {
    const record = records.find(({ id }) => id === recordId);
    const isSince = undoneOn !== null && undoneOn >= line.day;
    if (record !== undefined && isSince) {
      const isAmount = [line.amountCents, record.balanceCents].includes(amountCents);
      if (isAmount) return reasons.undone(labelOf(record), undoneOn);
    }
  }
  return undefined;
}

/**
 * It names one of the records. If it names no other one: it says that money was returned, names this payer, or names
 * nobody. Other money out, such as for electricity, is not this money.
 */
function mayTakeBack({ records, reading }: Judged, out: OppositeLine): boolean {
  const outReading = readLine(out);
  const { references, words, payerKey, isReversal, isRefund } = outReading;
  const isOurs = ({ kind, number }: TypedReference) =>
    records.some(
      (record) => kind !== null && record.kind === kindOf[kind] && record.number === number,
    );
  if (references.some(isOurs)) return true;
  if (references.some(({ certainty }) => certainty === 'checked')) return false;
  const isToPayer = records.some((record) => nameFit(record, outReading).isNamed);
  const hasSameWord = words.some((word) => word.length >= 3 && reading.words.includes(word));
  return isReversal || isRefund || isToPayer || hasSameWord || payerKey === null;
}

/** Another number with a prefix, or a bare one that is an open record with this amount. */
function hasOtherNumber(matching: Judged): boolean {
  const { reading, records, line } = matching;
  const isOurs = (kind: Payable['kind'], number: number | null) =>
    records.some((record) => record.kind === kind && record.number === number);
  return reading.references.some((reference) => {
    const { kind, number } = reference;
    if (kind !== null) return !isOurs(kindOf[kind], number);
    return recordsOf(matching, [reference]).some(
      (record) => record.balanceCents === line.openCents && !records.includes(record),
    );
  });
}

function isRememberedForOthers({ world, records }: Judged): boolean {
  const { payers } = world;
  const isOf = (record: Payable) =>
    payers.some(
      ({ memberId, email }) =>
        (memberId !== null && memberId === record.memberId) ||
        (email !== null && email === record.email),
    );
  return payers.length > 0 && !records.every(isOf);
}

/** Another open record with the amount, whose payer fits the name in the text better than those of these records. */
export function otherNamed({ world, reading, records, line }: Judged): Payable | undefined {
  const best = Math.max(...records.map((record) => nameFit(record, reading).score));
  return world.named.find(
    (other) =>
      other.balanceCents === line.openCents &&
      nameFit(other, reading).score > best &&
      !records.some((record) => record.id === other.id || isOnePayer(record, other)),
  );
}

/** A record that has the same check letter if a digit was lost or doubled, and fits as well. */
function slipOf({ world, reading, records, line }: Judged): Payable | undefined {
  for (const reference of reading.references.filter(({ certainty }) => certainty === 'checked')) {
    const ours = records.find(
      ({ kind, number }) =>
        reference.kind !== null && kind === kindOf[reference.kind] && number === reference.number,
    );
    if (ours === undefined) continue;
    const numbers = unnoticedSlips(reference);
    const score = nameFit(ours, reading).score;
    const slip = world.numbered.find(
      (other) =>
        other.kind === ours.kind &&
        numbers.includes(other.number) &&
        ['open', 'paid'].includes(other.state) &&
        [other.balanceCents, other.amountCents].some((cents) =>
          [ours.balanceCents, line.openCents].includes(cents),
        ) &&
        nameFit(other, reading).score >= score,
    );
    if (slip !== undefined) return slip;
  }
  return undefined;
}
