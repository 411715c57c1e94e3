import { inAndOut } from '#contract/money.ts';
import { sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { keyOf } from './compare-balances.ts';
import type { KeyedFile, KeyedLine } from './keyed-lines.ts';
import { nameOthers, numbersIn } from './numbers-in-text.ts';

/** A line of the account that came from another kind of file. */
export interface OtherLine {
  day: Day;
  amountCents: number;
  text: string;
  normalText: string;
}

/** A line of the file, and the one here with its day and amount. */
export interface SameLine {
  line: KeyedLine;
  other: OtherLine;
  /** The texts name different numbers, or no name or reference in common. */
  isUnlike: boolean;
}

type DayAndAmount = Pick<OtherLine, 'day' | 'amountCents'>;
const groupOf = ({ day, amountCents }: DayAndAmount) => `${day}\t${amountCents}`;

/** What identifies the statement and the kind of its file. */
export interface FileOfAccount {
  accountId: string;
  layout: string;
}

/**
 * Banks write other texts into other kinds of files. A line that is new by its text is probably here if another kind of file
 * brought one with its day and amount. Each of these stands for one line, so two equal payments of a file stay two.
 * product-rules 22.9.
 */
export function pairSameLines(
  file: KeyedFile,
  newLines: readonly KeyedLine[],
  others: readonly OtherLine[],
): SameLine[] {
  const free = Map.groupBy(freeOthers(file, others), groupOf);
  return [...Map.groupBy(newLines, groupOf)].flatMap(([group, lines]) =>
    pairsOf(lines, free.get(group) ?? []),
  );
}

/** Those that stand for no line with their own text. */
function freeOthers(file: KeyedFile, others: readonly OtherLine[]): OtherLine[] {
  return [...Map.groupBy(others, keyOf)].flatMap(([key, same]) =>
    same.slice(file.equal.get(key)?.length ?? 0),
  );
}

/** Comparing the words of more than these takes long. No day has so many equal amounts. */
const mostToCompare = 100_000;

/** The most words in common first, then in their order. Texts that name different numbers come last. */
function pairsOf(lines: readonly KeyedLine[], others: readonly OtherLine[]): SameLine[] {
  const numbers = new Map([...lines, ...others].map((each) => [each, numbersIn(each.text)]));
  const isOther = (line: KeyedLine, other: OtherLine) =>
    nameOthers(numbers.get(line) ?? none, numbers.get(other) ?? none);
  if (lines.length * others.length > mostToCompare) {
    return others.flatMap((other, at) => {
      const line = lines[at];
      return line === undefined
        ? []
        : [{ line, other, isUnlike: isOther(line, other) || !shareName(line, other) }];
    });
  }
  const words = new Map([...lines, ...others].map((each) => [each, wordsOf(each)]));
  const scored = lines.flatMap((line) =>
    others.map((other) => {
      const namesOther = isOther(line, other);
      const inCommon = words.get(line)?.intersection(words.get(other) ?? new Set()).size ?? 0;
      return { line, other, namesOther, score: namesOther ? -1 : inCommon };
    }),
  );
  const taken = new Set<object>();
  const pairs: SameLine[] = [];
  for (const { line, other, namesOther } of scored.toSorted((one, two) => two.score - one.score)) {
    if (taken.has(line) || taken.has(other)) continue;
    taken.add(line).add(other);
    pairs.push({ line, other, isUnlike: namesOther || !shareName(line, other) });
  }
  return pairs;
}

const none = numbersIn('');

const wordsOf = ({ normalText }: { normalText: string }) =>
  new Set(normalText.match(/[\p{L}\p{N}]{2,}/gu));

/** What banks write themselves, and what says nothing about a payer. */
const bankWords = new Set(
  `ABSA ACB ACCOUNT AND ATM BANK BANKING BRANCH CAPITEC CARD CASH CHEQUE CR CREDIT DEBIT DEP DEPOSIT DIGITAL DONATION DR EFT FEE FNB FOR FROM IMMEDIATE
  INT INTER INTERNET INV INVESTEC INVOICE MAGTAPE MEM MEMBER MEMBERSHIP MOBILE NEDBANK OB OF PAID PAYMENT PMT PURCHASE REAL RECEIVED REF REFERENCE
  RENEWAL REV RTC SENT STANDARD SUBSCRIPTION TFR THE TIME TO TRANSACTION TRANSFER TRF TYME
  DE DEN DER DR DU LE MISS MR MRS MS PROF VAN VON`.split(/\s+/),
);
const shortestCut = 3;

/** Of a name or a reference, and not a day. */
const saysWho = (word: string) => !bankWords.has(word.toUpperCase()) && !/^(19|20)\d\d$/.test(word);

/** A bank may have cut a word off, and no number. Two texts without any name, such as those of two charges, are compared whole. */
function shareName(one: KeyedLine | OtherLine, two: KeyedLine | OtherLine): boolean {
  const [ours, theirs] = [one, two].map((each) =>
    [...wordsOf(each)].filter(saysWho).map((word) => word.replace(/^0+(?=\d)/, '')),
  );
  if (!ours?.length && !theirs?.length) return wordsOf(one).intersection(wordsOf(two)).size > 0;
  return (ours ?? []).some((word) =>
    theirs?.some((other) => {
      const [short, long] = word.length < other.length ? [word, other] : [other, word];
      const isCut = short.length >= shortestCut && !/\d/.test(short) && long.startsWith(short);
      return short === long || isCut;
    }),
  );
}

/**
 * The rows that are not imported because an administrator said that they are here: as many as there are lines here that can
 * be them. If the lines have changed since, the rest is imported, so that none is missing.
 */
export function rowsLeftOut(
  file: KeyedFile,
  sameRows: ReadonlySet<number>,
  others: readonly OtherLine[],
): Set<number> {
  const free = Map.groupBy(freeOthers(file, others), groupOf);
  const said = file.lines.filter(({ row }) => sameRows.has(row));
  return new Set(
    [...Map.groupBy(said, groupOf)].flatMap(([group, lines]) =>
      lines.slice(0, free.get(group)?.length ?? 0).map(({ row }) => row),
    ),
  );
}

/** The lines of these days that other kinds of files brought, in the order of their files. */
export async function readOtherLines(
  db: Db,
  { accountId, layout }: FileOfAccount,
  days: readonly Day[],
): Promise<OtherLine[]> {
  const { rows } = await sql<OtherLine>`
    SELECT l.day, l.amount_cents AS "amountCents", l.text, l.normal_text AS "normalText"
    FROM bank_lines AS l JOIN bank_statements AS s ON s.id = l.statement_id
    WHERE l.account_id = ${accountId} AND l.day = ANY (${days}::date[])
      AND s.layout IS DISTINCT FROM ${layout}
    ORDER BY l.day, s.created_at, l.row_number`.execute(db);
  return rows;
}

/** Nobody has said yet which of them are here. Until then all count as known. */
export function sameValues(same: readonly SameLine[]) {
  const lines = same
    .toSorted((one, other) => one.line.row - other.line.row)
    .map(({ line: { row, day, amountCents, text }, other, isUnlike }) => {
      const texts = { text, textHere: other.text, ...(isUnlike && { isUnlike }) };
      return { row, day, ...inAndOut(amountCents), ...texts };
    });
  return {
    same_lines: lines.length === 0 ? null : JSON.stringify(lines),
    same_rows: null as number[] | null,
  };
}
