import type { KeyedFile, KeyedLine, NewLine, StoredLine } from './keyed-lines.ts';
import { sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { besideIn, compareBalances, dayIn, keyOf } from './compare-balances.ts';
import { daysThatDoNotFollow } from './days-that-do-not-follow.ts';
import { normalText } from './files/bank-values.ts';
import type { StatementLine } from './files/statement.ts';

/** Shorter numbers only count the lines of one file. */
const shortestNumber = 6;

/**
 * A line is the same by day, amount, text, and how often these occur on the day. The numbers of banks are used beside it,
 * and only if the file has no number twice. Decision 67.
 */
export function keyLines(lines: readonly StatementLine[]): KeyedFile {
  const all = lines.flatMap(({ bankNumber }) => bankNumber ?? []);
  const repeatsNumbers = new Set(all).size < all.length;
  const keyed = lines.map((line): KeyedLine => {
    const isUsable = !repeatsNumbers && (line.bankNumber?.length ?? 0) >= shortestNumber;
    const bankNumber = isUsable ? line.bankNumber : null;
    const withText = { ...line, bankNumber, normalText: normalText(line.text) };
    return { ...withText, key: keyOf(withText) };
  });
  return {
    lines: keyed,
    equal: Map.groupBy(keyed, ({ key }) => key),
    days: Map.groupBy(keyed, ({ day }) => day),
    numbers: new Set(keyed.flatMap((line) => numberOf(line) ?? [])),
    repeatsNumbers,
  };
}

type Identity = Pick<StoredLine, 'day' | 'amountCents' | 'normalText' | 'bankNumber'>;

/** A number counts only with its day and amount. The text may be another. */
function numberOf({ day, amountCents, bankNumber }: Identity): string | null {
  return bankNumber === null ? null : `${day}\t${amountCents}\t${bankNumber}`;
}

export interface Comparison {
  newLines: NewLine[];
  /** Known lines with a number that is not here. Other lines of the same day, amount and text are. */
  renumbered: KeyedLine[];
  /** The account has a number of one of them. */
  hasKnownNumber: boolean;
  /** Days on which the balances of the file and of the account do not fit together. */
  contradictions: Day[];
}

/**
 * Finds the lines of the batch that are not stored. Lines whose number is stored are known. The other stored lines stand for
 * the first of the rest, because a number may be another in the next file, unless the balances prove that they are others. All equal lines of the file are compared, so
 * neither the order of the file nor the size of the batches matters. Decision 67.
 */
export function compareBatch(
  stored: readonly StoredLine[],
  file: KeyedFile,
  batch: readonly KeyedLine[],
): Comparison {
  const storedNumbers = new Set(stored.flatMap((line) => numberOf(line) ?? []));
  const storedEqual = Map.groupBy(stored, keyOf);
  const isKnown = (line: KeyedLine) => storedNumbers.has(numberOf(line) ?? '');
  const inBatch = new Set(batch);
  const result: Comparison = {
    newLines: [],
    renumbered: [],
    hasKnownNumber: batch.some(isKnown),
    contradictions: [],
  };
  const proved = new Set<KeyedLine>();
  const unproved = new Set<KeyedLine>();
  const storedDays = Map.groupBy(stored, ({ day }) => day);
  const beside = besideIn(file.days);
  for (const day of new Set(batch.map((line) => line.day))) {
    if (!storedDays.has(day)) continue;
    const days = beside.get(day) ?? [];
    const { others, isChain, isProved } = compareBalances(
      dayIn(storedDays, days),
      dayIn(file.days, days),
    );
    for (const line of others) (isProved ? proved : unproved).add(line);
    // A line that is not added has a balance, too, which a stored line must have.
    if (isChain === false && others.length > 0) result.contradictions.push(day);
  }
  for (const key of new Set(batch.map((line) => line.key))) {
    const same = storedEqual.get(key) ?? [];
    const others = same.filter((line) => !file.numbers.has(numberOf(line) ?? ''));
    const unnumbered = (file.equal.get(key) ?? []).filter((line) => !isKnown(line));
    // Those with a stored balance first: the stored lines stand for these.
    const unknown = unnumbered
      .filter((line) => !proved.has(line))
      .toSorted((one, other) => Number(unproved.has(one)) - Number(unproved.has(other)));
    if (others.every(({ bankNumber }) => bankNumber !== null)) {
      const renumbered = unknown.slice(0, others.length);
      result.renumbered.push(
        ...renumbered.filter((line) => line.bankNumber !== null && inBatch.has(line)),
      );
    }
    const taken = new Set(same.map((line) => line.occurrence));
    let occurrence = 1;
    const rest = [
      ...unnumbered.filter((line) => proved.has(line)),
      ...unknown.slice(others.length),
    ];
    for (const line of rest.filter((each) => inBatch.has(each))) {
      while (taken.has(occurrence)) occurrence += 1;
      taken.add(occurrence);
      result.newLines.push({ ...line, occurrence });
    }
  }
  return result;
}

/** Compares the batch with the lines of the account. If the account is locked, the result stays true. */
export async function compareWithAccount(
  db: Db,
  accountId: string,
  file: KeyedFile,
  batch: readonly KeyedLine[],
): Promise<Comparison> {
  const beside = besideIn(file.days);
  const days = [...new Set(batch.flatMap(({ day }) => beside.get(day) ?? []))];
  const { rows } = await sql<StoredLine>`
    SELECT b.day, b.amount_cents AS "amountCents", b.normal_text AS "normalText", b.occurrence,
      b.bank_number AS "bankNumber", b.fee_cents AS "feeCents", b.balance_cents AS "balanceCents"
    FROM bank_lines AS b
    WHERE b.account_id = ${accountId} AND b.day = ANY (${days}::date[])`.execute(db);
  return compareBatch(rows, file, batch);
}

const atATime = 1000;

export interface FileComparison {
  /** How many of the lines are here already. */
  known: number;
  /** Rows whose number belongs to a line with another day or amount. */
  conflicts: number[];
  /** As for a batch. */
  contradictions: Set<Day>;
  /** As for a batch, if numbers of the account are in the file: then they stay the same. */
  renumbered: KeyedLine[];
  /** The lines that are not here. */
  added: NewLine[];
}

/** Compares the whole file with the lines of the account. */
export async function compareFile(
  db: Db,
  accountId: string,
  file: KeyedFile,
): Promise<FileComparison> {
  const { lines } = file;
  const result: FileComparison = {
    known: 0,
    conflicts: [],
    contradictions: new Set(),
    renumbered: [],
    added: [],
  };
  let hasKnownNumber = false;
  for (let at = 0; at < lines.length; at += atATime) {
    const batch = lines.slice(at, at + atATime);
    const compared = await compareWithAccount(db, accountId, file, batch);
    const { newLines, renumbered } = compared;
    result.known += batch.length - newLines.length;
    result.conflicts.push(...(await conflictsOf(db, accountId, newLines)));
    result.renumbered.push(...renumbered);
    for (const day of compared.contradictions) result.contradictions.add(day);
    result.added.push(...newLines);
    hasKnownNumber ||= compared.hasKnownNumber;
  }
  if (result.known > 0) {
    for (const day of await daysThatDoNotFollow(db, accountId, { file, added: result.added })) {
      result.contradictions.add(day);
    }
  }
  return hasKnownNumber ? result : { ...result, renumbered: [] };
}

async function conflictsOf(db: Db, accountId: string, lines: NewLine[]): Promise<number[]> {
  const numbers = lines.flatMap(({ bankNumber }) => bankNumber ?? []);
  if (numbers.length === 0) return [];
  const { rows } = await sql<{ number: string }>`
    SELECT DISTINCT bank_number AS number FROM bank_lines
    WHERE account_id = ${accountId} AND bank_number = ANY (${numbers}::text[])
      AND bank_number IS NOT NULL`.execute(db);
  const stored = new Set(rows.map(({ number }) => number));
  return lines
    .filter(({ bankNumber }) => bankNumber !== null && stored.has(bankNumber))
    .map(({ row }) => row)
    .toSorted((one, other) => one - other);
}
