import { dayOf } from '#contract/days.ts';
import type { Context } from '#server/context.ts';
import type { Payable } from '#server/features/payments/payable.ts';
import { findPayers } from '../payers.ts';
import { cutRanges } from './cut-numbers.ts';
import {
  earlierPayments,
  openOpposites,
  paymentsByHand,
  recordedRefunds,
  returnedPayments,
} from './earlier-money.ts';
import { noticedSlips, unnoticedSlips } from './near-numbers.ts';
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
import { type LineReading, readLine, type TypedReference } from './read-line.ts';
import { bareNumbers, clearReferences, kindOf, recordsOf } from './read-records.ts';
import { type EarlierLine, type LineWorld, mostAlike, type OpenLine } from './world.ts';

/** A line with what it says and what is known about it. */
export interface LoadedLine {
  line: OpenLine;
  reading: LineReading;
  world: LineWorld;
}

interface ReadLine {
  place: number;
  line: OpenLine;
  reading: LineReading;
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
  const numbered = await recordsWithNumbers(db, numbersOf(incoming));
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
  const earlier = await loadEarlier(db, usable.filter(hasEarlier));
  const refunds = await recordedRefunds(db, outgoing.map(queryOf));
  const payments = await paymentsOfRecords(db, idsOfRead(incoming, numbered));
  const { wentOut, cameIn } = await loadOpposites(db, incoming, outgoing);
  const byBalance = Map.groupBy(alike, ({ cents }) => cents);
  return read.map(({ place, line, reading }): LoadedLine => {
    const numbers = numbersOf([{ place, line, reading }]);
    const isRead = ({ kind, number }: Payable) =>
      (kind === 'invoice' ? numbers.invoices : numbers.donations).includes(number);
    const ofLine = line.isOut ? [] : numbered.filter(isRead);
    const readIds = recordsOf({ world: { numbered: ofLine } }, clearReferences(reading)).map(
      ({ id }) => id,
    );
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
          .map(({ memberId, email, name }) => ({
            memberId,
            email,
            name,
            records: ofPayers.filter((record) =>
              memberId === null ? record.email === email : record.memberId === memberId,
            ),
          })),
        byHand: byHand.get(place) ?? [],
        earlier: earlier.get(place) ?? [],
        payments: payments.filter(({ recordId }) => readIds.includes(recordId)),
        wentOut: wentOut.get(place) ?? [],
        cameIn: cameIn.get(place) ?? [],
        refunds: refunds.filter((refund) => refund.place === place),
      },
    };
  });
}

/** Those that are read, and those that a slip could have made of another one. */
function numbersOf(lines: readonly ReadLine[]) {
  const numbers = { invoices: new Set<number>(), donations: new Set<number>() };
  for (const reference of lines.flatMap(({ reading }) => reading.references)) {
    for (const number of nearNumbers(reference)) {
      if (reference.kind !== 'DON') numbers.invoices.add(number);
      if (reference.kind !== 'INV') numbers.donations.add(number);
    }
  }
  return { invoices: [...numbers.invoices], donations: [...numbers.donations] };
}

/** The records that clear references name, without those that a slip could have made of them. */
function idsOfRead(lines: readonly ReadLine[], numbered: readonly Payable[]): string[] {
  const key = (kind: Payable['kind'], number: number | null) => `${kind} ${number}`;
  const read = new Set(
    lines
      .flatMap(({ reading }) => clearReferences(reading))
      .flatMap(({ kind, number }) => (kind === null ? [] : key(kindOf[kind], number))),
  );
  return numbered.filter(({ kind, number }) => read.has(key(kind, number))).map(({ id }) => id);
}

/** Lines that took the money back, or brought it. */
async function loadOpposites(
  db: Context['db'],
  incoming: readonly ReadLine[],
  outgoing: readonly ReadLine[],
) {
  const cameFor = outgoing.filter(({ reading }) => clearReferences(reading).length > 0);
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

function nearNumbers(reference: TypedReference): number[] {
  const { number, certainty } = reference;
  if (number === null) return [];
  if (certainty === 'checked') return [number, ...unnoticedSlips(reference)];
  if (certainty === 'wrong-check') return [number, ...noticedSlips(reference)];
  return [number];
}

function rangesOf({ place, line, reading }: ReadLine) {
  return reading.references.flatMap((reference) =>
    cutRanges(reference).map((range) => ({
      ...range,
      place,
      cents: line.openCents,
      kind: kindOf[reference.kind ?? 'INV'],
    })),
  );
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

async function loadEarlier(db: Context['db'], lines: readonly ReadLine[]) {
  const rows = [
    ...(await earlierPayments(db, lines.map(queryOf))),
    ...(await returnedPayments(db, lines.filter(({ line }) => line.isOut).map(queryOf))),
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
