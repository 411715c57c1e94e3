import { dayOf } from '#contract/days.ts';
import type { Context } from '#server/context.ts';
import type { Payable } from '#server/features/payments/payable.ts';
import { findPayers } from '../payers.ts';
import { openCredits, recordedRefunds } from './credit-money.ts';
import {
  earlierPayments,
  openOpposites,
  paymentsByHand,
  returnedPayments,
} from './earlier-money.ts';
import { idsOfRead, numbersOf, rangesOf, type ReadLine } from './numbers-of-lines.ts';
import {
  invoicesOfMembers,
  recordsOfPeople,
  recordsWithBalance,
  recordsWithIds,
  recordsWithin,
  recordsWithName,
  recordsWithNumbers,
} from './payable-records.ts';
import { paymentsOfRecords } from './payments-of-records.ts';
import { type LineReading, readLine } from './read-line.ts';
import { bareNumbers, namedReferences } from './read-records.ts';
import {
  type EarlierLine,
  type LineWorld,
  mostAlike,
  type OpenLine,
  type RememberedPayer,
} from './world.ts';

/** A line with what it says and what is known about it. */
export interface LoadedLine {
  line: OpenLine;
  reading: LineReading;
  world: LineWorld;
}

/** The largest amount of a payment in cents. */
const largestCents = 999_999_999;

/** Reads what is known about the lines, in a few statements for all of them together. */
export async function loadWorlds(
  { db, at }: Pick<Context, 'db' | 'at'>,
  lines: readonly OpenLine[],
): Promise<LoadedLine[]> {
  const read = lines.map((line, place): ReadLine => ({ place, line, reading: readLine(line) }));
  const usable = read.filter(({ line }) => line.openCents <= largestCents);
  const incoming = usable.filter(({ line }) => !line.isOut);
  const outgoing = usable.filter(({ line }) => line.isOut);
  const names = incoming.flatMap(({ place, line, reading }) =>
    reading.names.map((name) => ({ ...name, place, cents: line.openCents })),
  );
  const keys = incoming.flatMap(({ reading }) => reading.payerKey ?? []);
  const numbered = await recordsWithNumbers(db, numbersOf(usable));
  const alike = await recordsWithBalance(db, [
    ...new Set(incoming.map(({ line }) => line.openCents)),
  ]);
  const cutOff = placed(await recordsWithin(db, incoming.flatMap(rangesOf)));
  const named = placed(await recordsWithName(db, names));
  const ofMembers = await invoicesOfMembers(db, incoming.flatMap(bareNumbersOf));
  const payers = await findPayers(db, keys);
  const ofPayers = await recordsOfPeople(db, {
    memberIds: payers.flatMap(({ memberId }) => memberId ?? []),
    emails: payers.flatMap(({ email }) => email ?? []),
  });
  const byHand = await loadByHand(db, incoming);
  const earlier = await loadEarlier(db, usable.filter(hasEarlier), numbered);
  const refunds = await recordedRefunds(db, outgoing.map(queryOf));
  const credits = await loadCredits(db, outgoing);
  const payments = await paymentsOfRecords(db, [
    ...new Set(usable.flatMap((one) => idsOfRead(one, numbered))),
  ]);
  const { wentOut, cameIn } = await loadOpposites(db, incoming, outgoing);
  const byBalance = Map.groupBy(alike, ({ cents }) => cents);
  return read.map(({ place, line, reading }): LoadedLine => {
    const numbers = numbersOf([{ place, line, reading }]);
    const isRead = ({ kind, number }: Payable) =>
      (kind === 'invoice' ? numbers.invoices : numbers.donations).includes(number);
    const ofLine = numbered.filter(isRead);
    const readIds = idsOfRead({ line, reading }, ofLine);
    return {
      line,
      reading,
      world: {
        today: dayOf(at),
        numbered: ofLine,
        sameBalance: line.isOut ? [] : (byBalance.get(line.openCents) ?? []).slice(0, mostAlike),
        cutOff: different(cutOff.get(place)),
        named: different(named.get(place)),
        ofMembers: ofMembers.filter(({ memberNumber }) =>
          bareNumbers(reading).includes(memberNumber),
        ),
        payers: payers
          .filter(({ key }) => key === reading.payerKey && !line.isOut)
          .map((payer) => rememberedPayer(payer, ofPayers)),
        byHand: byHand.get(place) ?? [],
        earlier: earlier.get(place) ?? [],
        payments: payments.filter(({ recordId }) => readIds.includes(recordId)),
        wentOut: wentOut.get(place) ?? [],
        cameIn: cameIn.get(place) ?? [],
        refunds: refunds.filter((refund) => refund.place === place),
        credits:
          line.isOut && reading.isRefund
            ? credits.filter(({ cents }) => cents >= line.openCents)
            : [],
      },
    };
  });
}

function rememberedPayer(
  { memberId, email, name }: Omit<RememberedPayer, 'records'>,
  ofPayers: readonly Payable[],
): RememberedPayer {
  const records = ofPayers.filter((record) =>
    memberId === null ? record.email === email : record.memberId === memberId,
  );
  return { memberId, email, name, records };
}

/** Only a line that says refund asks for them. */
async function loadCredits(db: Context['db'], outgoing: readonly ReadLine[]) {
  const amounts = outgoing
    .filter(({ reading }) => reading.isRefund)
    .map(({ line }) => line.openCents);
  return amounts.length === 0 ? [] : openCredits(db, Math.min(...amounts));
}

/** Lines that took the money back, or brought it. */
async function loadOpposites(
  db: Context['db'],
  incoming: readonly ReadLine[],
  outgoing: readonly ReadLine[],
) {
  const cameFor = outgoing.filter(({ reading }) => namedReferences(reading).length > 0);
  return {
    wentOut: placed(await openOpposites(db, 'out', incoming.filter(hasChecked).map(queryOf))),
    cameIn: placed(await openOpposites(db, 'in', cameFor.map(queryOf))),
  };
}

/** Only these can be certain. */
function hasChecked({ reading }: ReadLine): boolean {
  return reading.references.some(({ certainty }) => certainty === 'checked');
}

/** A line that takes money back, or whose number may be paid already. */
function hasEarlier({ line, reading }: ReadLine): boolean {
  return line.isOut || reading.references.some(({ kind }) => kind !== null);
}

const bareNumbersOf = ({ reading }: ReadLine) => bareNumbers(reading);

const queryOf = ({ place, line }: ReadLine) => ({
  place,
  accountId: line.accountId,
  cents: line.openCents,
  day: line.day,
});

function placed<T extends { place: number }>(rows: readonly T[]) {
  return Map.groupBy(rows, ({ place }) => place);
}

function different(records: readonly Payable[] = []): Payable[] {
  return [...new Map(records.map((record) => [record.id, record])).values()];
}

async function loadByHand(db: Context['db'], lines: readonly ReadLine[]) {
  const rows = await paymentsByHand(db, lines.map(queryOf));
  const records = await recordsById(db, rows);
  return Map.groupBy(
    rows.map(({ recordId, ...row }) => ({ ...row, record: records.get(recordId ?? '') ?? null })),
    ({ place }) => place,
  );
}

async function loadEarlier(db: Context['db'], lines: readonly ReadLine[], numbered: Payable[]) {
  const queries = (some: readonly ReadLine[]) =>
    some.map((one) => ({ ...queryOf(one), recordIds: idsOfRead(one, numbered) }));
  const rows = [
    ...(await earlierPayments(db, queries(lines))),
    ...(await returnedPayments(db, queries(lines.filter(({ line }) => line.isOut)))),
  ];
  const records = await recordsById(db, rows);
  const groups = Map.groupBy(rows, ({ place, lineId, id }) => `${place} ${lineId ?? id}`);
  const earlier = [...groups.values()].flatMap((same): (EarlierLine & { place: number })[] => {
    const [first] = same;
    if (first === undefined) return [];
    const { place, lineId, day, text, reference } = first;
    const isLine = lineId !== null;
    const payments = same.map(({ id, amountCents, feeCents, recordId, payerName }) => ({
      id,
      amountCents,
      feeCents,
      record: records.get(recordId ?? '') ?? null,
      payerName,
    }));
    return [{ place, isLine, day, text, reference, payments }];
  });
  return Map.groupBy(earlier, ({ place }) => place);
}

async function recordsById(
  db: Context['db'],
  rows: readonly { recordId: string | null }[],
): Promise<Map<string, Payable>> {
  const ids = new Set(rows.flatMap(({ recordId }) => recordId ?? []));
  const records = await recordsWithIds(db, [...ids]);
  return new Map(records.map((record) => [record.id, record]));
}
