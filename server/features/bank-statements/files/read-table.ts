import { mostBankLines } from '#contract/bank-statements/endpoints.ts';
import type { SkipReason } from '#contract/bank-statements/layouts.ts';
import { bankTexts } from '#contract/bank-statements/texts.ts';
import type { Day } from '#contract/days.ts';
import { BadFileError } from '#server/platform/spreadsheets/bad-file.ts';
import type { FileRow } from '#server/platform/spreadsheets/file-settings.ts';
import type { ReadValue } from '#server/platform/spreadsheets/values/read-value.ts';
import { type BalanceRow, checkBalance, isNewestFirst } from './check-balance.ts';
import {
  accountIn,
  joinTexts,
  periodOf,
  plainText,
  readBankDay,
  readCents,
  unquoted,
} from './bank-values.ts';
import type { Fact } from './layouts/csv-layout.ts';
import { isHeader, type Table } from './recognise-layout.ts';
import { isMovement, isRemark, isTotal } from './row-kinds.ts';
import type { ReadStatement, StatementLine } from './statement.ts';

const longestText = 1000;
const balanceText =
  /BROUGHT F|B\/FORWARD|CARRIED F|C\/FORWARD|\bOPEN(ING)? BALANCE|\bCLOS(E|ING) BALANCE/i;

/** Reads the rows of a table, one after the other. Throws a `BadFileError` that names the row. */
export class TableReader {
  private readonly lines: StatementLine[] = [];
  private readonly balances: BalanceRow[] = [];
  private readonly skipped: Partial<Record<SkipReason, number>> = {};
  private readonly accounts = new Set<string>();
  private readonly facts: Record<'openingBalance' | 'closingBalance', number | null> = {
    openingBalance: null,
    closingBalance: null,
  };
  private readonly period: { from: Day | null; to: Day | null } = { from: null, to: null };
  private hasStarted = false;
  private isProvisional = false;
  private provisional = 0;

  private readonly table: Table;

  constructor(table: Table) {
    this.table = table;
  }

  add({ row, cells, problems }: FileRow): void {
    const { table } = this;
    if (cells.every((cell) => cell === '')) return;
    const isTagged = table.tag === undefined || table.tag.text.test(cells[table.tag.at] ?? '');
    if (row < table.firstRow || !isTagged) {
      const fits = this.addFacts(row, cells);
      if (table.key === 'columns' && isMovement(cells, table, this.period)) this.skip('above');
      if (this.hasStarted && !fits) this.skip('other');
      return;
    }
    this.hasStarted = true;
    if (table.headings !== undefined && isHeader(cells, table.headings))
      return this.skip('heading');
    if (isTotal(cells, table.places.day)) return this.skip('total');
    if (table.pending !== undefined && cells.some((cell) => table.pending?.test(cell))) {
      return this.skip('pending');
    }
    if (isRemark(cells)) return this.skip('other');
    // Text that looks like a formula is no amount, and a text may be anything.
    const used = Object.values(table.places).flat();
    const problem = problems.find(
      ({ column }) =>
        column !== null && used.includes(column) && !table.places.text.includes(column),
    );
    if (problem !== undefined) throw new BadFileError(problem.sentence);
    this.addMovement(row, cells);
  }

  private addMovement(row: number, cells: string[]): void {
    const { places } = this.table;
    const { day, amount: at, moneyIn, moneyOut, balance, text: texts } = places;
    const last = Math.max(day, at ?? 0, moneyIn ?? 0, moneyOut ?? 0, balance ?? 0, texts[0] ?? 0);
    if (cells.length <= last && this.table.hasShortRows !== true) {
      throw new BadFileError(bankTexts.cutRow(row));
    }
    const { amount, fee } = this.amountsIn(row, cells);
    const balanceCents = this.cents(row, cells, places.balance);
    const text = this.textIn(row, cells);
    if (amount === null || amount === 0) {
      this.addWithoutAmount({ row, amount, balanceCents, text });
      return;
    }
    const { day: format } = this.table;
    const written = unquoted(cells[day] ?? '');
    const movementDay = valueIn(row, readBankDay(written, format, this.period));
    if (movementDay === null) throw new BadFileError(bankTexts.noDay(row));
    this.addAccount(row, cells, places.account);
    if (this.isProvisional) this.provisional += 1;
    this.balances.push({ row, amountCents: amount, feeCents: fee, balanceCents });
    const cellOf = (place: number | null) => plainText(place === null ? '' : (cells[place] ?? ''));
    const reference = cellOf(places.reference);
    this.lines.push({
      row,
      day: movementDay,
      amountCents: amount,
      feeCents: fee,
      text,
      reference,
      kind: cellOf(places.kind),
      balanceCents,
      bankNumber: cellOf(places.number) || null,
    });
    if (this.lines.length > mostBankLines) throw new BadFileError(bankTexts.tooManyLines);
  }

  /** The amount in cents, and the fee beside it. A row with a fee only is a movement of that fee. */
  private amountsIn(row: number, cells: string[]): { amount: number | null; fee: number } {
    const { places, isReversed, feeIsPositive } = this.table;
    const fee = (this.cents(row, cells, places.fee) ?? 0) * (feeIsPositive === true ? -1 : 1) || 0;
    const signed = this.cents(row, cells, places.amount);
    const moneyIn = this.cents(row, cells, places.moneyIn);
    const moneyOut = this.cents(row, cells, places.moneyOut);
    if (moneyIn && moneyOut) throw new BadFileError(bankTexts.inAndOut(row));
    const apart =
      moneyIn === null && moneyOut === null
        ? null
        : Math.abs(moneyIn ?? 0) - Math.abs(moneyOut ?? 0);
    const amount = signed === null ? apart : signed * (isReversed === true ? -1 : 1) || 0;
    if ((amount === null || amount === 0) && fee !== 0) return { amount: fee, fee: 0 };
    return { amount, fee };
  }

  private addWithoutAmount({
    row,
    amount,
    balanceCents,
    text,
  }: {
    row: number;
    amount: number | null;
    balanceCents: number | null;
    text: string;
  }): void {
    if (balanceCents !== null) {
      this.balances.push({ row, amountCents: 0, feeCents: 0, balanceCents });
      // Rows with a balance only.
      if (this.balances.length > 2 * mostBankLines) throw new BadFileError(bankTexts.tooManyLines);
    }
    if (/PROVISIONAL STATEMENT/i.test(text)) this.isProvisional = true;
    if (balanceText.test(text)) {
      if (/OPEN|BROUGHT|B\/F/i.test(text)) this.facts.openingBalance ??= balanceCents;
      if (/CLOS/i.test(text)) this.facts.closingBalance = balanceCents;
      return this.skip('balance');
    }
    this.skip(amount === 0 ? 'zero' : 'noAmount');
  }

  private textIn(row: number, cells: string[]): string {
    const { places, takesFirstText } = this.table;
    const texts = places.text.map((place) => plainText(unquoted(cells[place] ?? '')));
    const text =
      takesFirstText === true ? (texts.find((each) => each !== '') ?? '') : joinTexts(texts);
    if (text.length > longestText) throw new BadFileError(bankTexts.longText(row));
    return text;
  }

  private cents(row: number, cells: string[], place: number | null): number | null {
    return place === null ? null : valueIn(row, readCents(cells[place] ?? ''));
  }

  private addAccount(row: number, cells: string[], place: number | null): void {
    if (place === null) return;
    this.accounts.add(accountIn(row, cells[place] ?? ''));
    if (this.accounts.size > 1) throw new BadFileError(bankTexts.twoAccounts);
  }

  /** Whether the row says something about the statement. */
  private addFacts(row: number, cells: string[]): boolean {
    const facts = (this.table.facts ?? []).filter(({ at, text }) => text.test(cells[at] ?? ''));
    for (const fact of facts) this.addFact(row, fact, unquoted(cells[fact.from] ?? ''));
    return (
      facts.length > 0 ||
      (this.table.headings !== undefined && isHeader(cells, this.table.headings))
    );
  }

  private addFact(row: number, { is }: Fact, cell: string): void {
    if (is === 'accountNumber') {
      const number = accountIn(row, cell);
      if (number !== '') this.accounts.add(number);
    } else if (is === 'openingBalance' || is === 'closingBalance') {
      const cents = readCents(cell);
      // The headings of the record are in a row like it.
      if ('value' in cents && cents.value !== null) this.facts[is] = cents.value;
    } else {
      const day = readBankDay(cell, 'dMy', { from: null, to: null });
      if ('value' in day && day.value !== null) this.period[is] = day.value;
    }
  }

  private skip(reason: SkipReason): void {
    this.skipped[reason] = (this.skipped[reason] ?? 0) + 1;
  }

  finish(): ReadStatement {
    const { lines, skipped, facts, table } = this;
    if (lines.length === 0) throw new BadFileError(bankTexts.noLines);
    const hasClosing = table.facts?.some(({ is }) => is === 'closingBalance') === true;
    if (hasClosing && facts.openingBalance !== null && facts.closingBalance === null) {
      throw new BadFileError(bankTexts.cutFile(lines.at(-1)?.row ?? 0));
    }
    const checked = checkBalance({
      rows: this.balances,
      openingCents: facts.openingBalance,
      closingCents: facts.closingBalance,
      newestFirst: isNewestFirst(lines, table),
    });
    const warnings = checked.warning === null ? [] : [checked.warning];
    if (skipped.above !== undefined) warnings.push(bankTexts.aboveHeadings(skipped.above));
    if (this.provisional > 0) warnings.push(bankTexts.provisional(this.provisional));
    const { balance, openingCents, closingCents } = checked;
    return {
      source: 'csv',
      layout: table.key,
      bank: table.bank,
      accountNumber: [...this.accounts][0] ?? null,
      currency: null,
      openingCents,
      closingCents,
      ...periodOf(lines),
      lines,
      skipped,
      balance,
      warnings,
    };
  }
}

function valueIn<T>(row: number, read: ReadValue<T>): T | null {
  if ('problem' in read) throw new BadFileError(bankTexts.unreadable(row, read.problem));
  return read.value;
}
