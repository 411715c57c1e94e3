import { dayOf, formatDay } from '#contract/days.ts';
import type { BankMapping } from '#contract/bank-statements/endpoints.ts';
import { mostSameLines } from '#contract/bank-statements/same-lines.ts';
import { bankTexts } from '#contract/bank-statements/texts.ts';
import { inAndOut } from '#contract/money.ts';
import type { Context } from '#server/context.ts';
import { BadFileError } from '#server/platform/spreadsheets/bad-file.ts';
import type { ReadingFor } from '#server/platform/spreadsheets/read-file-apart.ts';
import type { RecognisedFile } from '#server/platform/spreadsheets/recognise-file.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { accountOfFile } from './account-of-file.ts';
import { previewColumnsApart, readStatementApart } from './files/read-statement-apart.ts';
import type { ReadStatement, StatementLine } from './files/statement.ts';
import { findGaps } from './find-gaps.ts';
import { compareFile, keyLines } from './line-keys.ts';
import { pairSameLines, readOtherLines, type SameLine, sameValues } from './same-lines.ts';

const sampleLines = 10;
const rowsNamed = 20;

/** The part of a file that is stored before it is imported. */
interface Description {
  /** The columns of `bank_statements`. */
  values: ReturnType<typeof valuesOf>;
  /** The account that it is of, if that is known. */
  accountId: string | null;
}

interface Choice {
  mapping: BankMapping | null;
  accountId: string | null;
}

/** Reads the file as chosen, and says what an import would do. A file that cannot be read at all throws a `BadFileError`. */
export async function describeStatement(
  { db, at }: Pick<Context, 'db' | 'at'>,
  path: string,
  choice: Choice,
  who: ReadingFor,
): Promise<Description> {
  const { mapping } = choice;
  if (mapping?.columns.every((meaning) => meaning === null)) {
    const table = await previewColumnsApart(path, mapping.settings, who);
    const columns = table.columns.map(() => null);
    const values = valuesOf({ table, mapping: { ...mapping, columns } });
    return { values, accountId: choice.accountId };
  }
  const result = await readStatementApart(path, mapping, who);
  if (result.outcome === 'read')
    return describeRead({ db, at }, { path, statement: result.statement, who }, choice);
  if (result.outcome === 'unknown') {
    const remembered = await rememberedMapping(db, result.file);
    if (remembered !== null) {
      const again = await readStatementApart(path, remembered.mapping, who);
      if (again.outcome === 'read') {
        const accountId = choice.accountId ?? remembered.accountId;
        const chosen = { mapping: remembered.mapping, accountId };
        return describeRead({ db, at }, { path, statement: again.statement, who }, chosen);
      }
    }
    return { values: valuesOf({ table: result.file, mapping }), accountId: choice.accountId };
  }
  if (mapping === null) throw new BadFileError(result.sentence);
  const table = await previewColumnsApart(path, mapping.settings, who);
  const problem = result.sentence;
  return { values: valuesOf({ table, mapping, problem }), accountId: choice.accountId };
}

async function describeRead(
  { db, at }: Pick<Context, 'db' | 'at'>,
  { path, statement, who }: { path: string; statement: ReadStatement; who: ReadingFor },
  choice: Choice,
): Promise<Description> {
  const accountId = choice.accountId ?? (await accountOfFile(db, statement));
  const keyed = keyLines(statement.lines);
  const warnings = [...statement.warnings];
  if (keyed.repeatsNumbers) warnings.push(bankTexts.sameNumbers);
  if (statement.to > dayOf(at)) warnings.push(bankTexts.future);
  const { currency } = statement;
  if (currency !== null && currency !== 'ZAR') warnings.push(bankTexts.currency(currency));
  let known = 0;
  let same: SameLine[] = [];
  if (accountId !== null) {
    const compared = await compareFile(db, accountId, keyed);
    ({ known } = compared);
    const { conflicts, contradictions, renumbered, added } = compared;
    if (conflicts.length > 0) {
      const rows = conflicts.slice(0, rowsNamed).join(', ');
      warnings.push(bankTexts.conflicts(conflicts.length, rows));
    }
    const cut = renumbered.filter(({ day }) => day === statement.from).length;
    if (cut > 0) warnings.push(bankTexts.firstDayCut(cut, formatDay(statement.from)));
    const [contradicted] = [...contradictions].toSorted();
    if (contradicted !== undefined) warnings.push(bankTexts.contradicts(formatDay(contradicted)));
    warnings.push(...(await findGaps(db, accountId, statement)));
    const days = [...new Set(added.map(({ day }) => day))];
    const { layout } = statement;
    same = pairSameLines(keyed, added, await readOtherLines(db, { accountId, layout }, days));
    if (same.length > mostSameLines) throw new BadFileError(bankTexts.tooManySame);
    const source = await sourceOf(db, accountId);
    if (same.length === 0 && source !== null && source !== statement.source) {
      warnings.push(bankTexts.otherSource);
    }
  }
  const { mapping } = choice;
  const table = statement.source === 'csv' ? await tableIn(path, mapping, who) : undefined;
  return { values: valuesOf({ statement, known, same, warnings, table, mapping }), accountId };
}

/** So that an administrator can say what the columns are although the layout is known. */
async function tableIn(path: string, mapping: BankMapping | null, who: ReadingFor) {
  try {
    return await previewColumnsApart(path, mapping?.settings ?? null, who);
  } catch (error) {
    // It was read without.
    if (error instanceof BadFileError) return undefined;
    throw error;
  }
}

interface Parts {
  statement?: ReadStatement;
  known?: number;
  same?: readonly SameLine[];
  warnings?: string[];
  table?: RecognisedFile | undefined;
  mapping: BankMapping | null;
  problem?: string;
}

function valuesOf({
  statement,
  known = 0,
  same = [],
  warnings = [],
  table,
  mapping,
  problem,
}: Parts) {
  return {
    ...(statement === undefined ? nothingRead : readValues(statement, known + same.length)),
    ...sameValues(same),
    warnings,
    problem: problem ?? null,
    file_table: table === undefined ? null : JSON.stringify(tableOf(table)),
    mapping: mapping === null ? null : JSON.stringify(mapping),
  };
}

const nothingRead = {
  source: null,
  layout: null,
  bank: null,
  account_number: null,
  currency: null,
  from_day: null,
  to_day: null,
  opening_cents: null,
  closing_cents: null,
  balance: 'none',
  line_count: 0,
  new_count: 0,
  known_count: 0,
  skipped: '{}',
  sample: '[]',
};

const longestCurrency = 10;

function readValues(statement: ReadStatement, known: number) {
  const { source, layout, bank, lines, currency } = statement;
  return {
    source,
    layout,
    bank,
    account_number: statement.accountNumber,
    currency: currency?.slice(0, longestCurrency) ?? null,
    from_day: statement.from,
    to_day: statement.to,
    opening_cents: statement.openingCents,
    closing_cents: statement.closingCents,
    balance: statement.balance,
    line_count: lines.length,
    new_count: lines.length - known,
    known_count: known,
    skipped: JSON.stringify(statement.skipped),
    sample: JSON.stringify(lines.slice(0, sampleLines).map(sampleOf)),
  };
}

function sampleOf({ row, day, amountCents, text, reference }: StatementLine) {
  return { row, day, ...inAndOut(amountCents), text, reference };
}

function tableOf({ settings, sheets, columns, sample }: RecognisedFile) {
  return { settings, sheets, columns, rows: sample };
}

async function sourceOf(db: Db, accountId: string): Promise<string | null> {
  const account = await db
    .selectFrom('bank_accounts')
    .select('source')
    .where('id', '=', accountId)
    .executeTakeFirst();
  return account?.source ?? null;
}

/** The choice for an account whose files have the same columns. */
async function rememberedMapping(db: Db, { settings, columns }: RecognisedFile) {
  const accounts = await db
    .selectFrom('bank_accounts')
    .select(['id', 'mapping'])
    .where('mapping', 'is not', null)
    .execute();
  const same = accounts.filter(
    ({ mapping }) => JSON.stringify(mapping?.['headings']) === JSON.stringify(columns),
  );
  const [first] = same;
  if (first === undefined) return null;
  const { headings: _, ...stored } = first.mapping as unknown as BankMapping & {
    headings: string[];
  };
  // Where the headings are, this file says: they were found there.
  const mapping: BankMapping = { ...stored, settings };
  // Of two accounts with the same columns, neither is proposed.
  return { accountId: same.length === 1 ? first.id : null, mapping };
}
