import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { BodyOf } from '#contract/endpoint.ts';
import type {
  BankMapping,
  StatementDetails,
  updateStatement as endpoint,
} from '#contract/bank-statements/endpoints.ts';
import type { Meaning } from '#contract/bank-statements/layouts.ts';
import { bankTexts, bankWords } from '#contract/bank-statements/texts.ts';
import type { Context } from '#server/context.ts';
import { badField, conflict } from '#server/errors.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import type { ReadingFor } from '#server/platform/spreadsheets/read-file-apart.ts';
import { withBadFileError } from '#server/features/imports/upload-import.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { Tables } from '#server/platform/db/tables.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { withPrivateFile } from '#server/platform/uploads/private-files.ts';
import { isSameNumber } from './account-of-file.ts';
import { describeStatement } from './describe-statement.ts';
import { previewColumnsApart } from './files/read-statement-apart.ts';
import { lockWaiting, readWaiting, type StoredStatement } from './lock-statement.ts';
import { readDetails } from './queries.ts';
import { readFile } from './statement-file.ts';

/**
 * Says which account the statement is of, and what its columns are. The file is read again, without a transaction: a large
 * one takes longer than PostgreSQL leaves an idle transaction open. product-rules 22.2.
 */
export async function updateStatement(
  ctx: Context,
  id: string,
  body: BodyOf<typeof endpoint>,
  signal?: AbortSignal,
): Promise<StatementDetails> {
  const file = await readFile(ctx.db, id);
  const stored = await readWaiting(ctx, id);
  if (file === null) throw conflict(bankTexts.changed);
  return withPrivateFile([file], ({ path }) => update(ctx, { stored, path, signal }, body));
}

interface WaitingFile {
  stored: StoredStatement;
  path: string;
  signal: AbortSignal | undefined;
}

async function update(
  ctx: Context,
  { stored, path, signal }: WaitingFile,
  { accountId, newAccount, mapping, sameRows }: BodyOf<typeof endpoint>,
): Promise<StatementDetails> {
  const { id } = stored;
  const who = { caller: ctx.by?.userId, signal };
  if (mapping) await assertMapping(path, mapping, who);
  const added = newAccount && (await findOrPlanAccount(ctx.db, newAccount));
  const chosen = added?.id ?? accountId ?? stored.account_id;
  if (chosen !== null) assertAccount(stored, added ?? (await readAccount(ctx.db, chosen)));
  const choice = { mapping: mapping === undefined ? stored.mapping : mapping, accountId: chosen };
  const { values, accountId: described } = await withBadFileError(() =>
    describeStatement(ctx, path, choice, who),
  );
  const answered = withAnswer(values, stored, sameRows);
  return inTransaction(ctx, async (inside) => {
    const { db } = inside;
    assertUnchanged(stored, await lockWaiting(inside, id));
    if (added !== undefined) await addAccount(inside, added);
    await db
      .updateTable('bank_statements')
      .set({ ...answered, account_id: described })
      .where('id', '=', id)
      .execute();
    if (described !== stored.account_id) await recordAccount(inside, stored, described);
    return readDetails(db, id);
  });
}

type Values = Awaited<ReturnType<typeof describeStatement>>['values'];

/** Rows that are here already, as an administrator says. Counts only if the lines are those that were shown. */
function withAnswer(
  values: Values,
  stored: StoredStatement,
  sameRows: number[] | undefined,
): Values {
  const said = sameRows ?? stored.same_rows;
  const proposed = rowsOf(JSON.parse(values.same_lines ?? '[]') as { row?: unknown }[]);
  const isSeen = JSON.stringify(proposed) === JSON.stringify(rowsOf(stored.same_lines ?? []));
  if (said === null || proposed.length === 0 || !isSeen) return values;
  const same = proposed.filter((row) => said.includes(row));
  const others = proposed.length - same.length;
  const { new_count, known_count } = values;
  return {
    ...values,
    same_rows: same,
    new_count: new_count + others,
    known_count: known_count - others,
  };
}

const rowsOf = (lines: { row?: unknown }[]) => lines.map(({ row }) => Number(row));

async function assertMapping(path: string, mapping: BankMapping, who: ReadingFor): Promise<void> {
  const { columns, settings } = mapping;
  // The headings are in another row: the columns are shown again, without a meaning.
  if (columns.every((meaning) => meaning === null)) return;
  const preview = await withBadFileError(() => previewColumnsApart(path, settings, who));
  if (preview.columns.length !== columns.length) {
    throw badField('mapping', bankTexts.wrongColumns);
  }
  const count = (meaning: Meaning) => columns.filter((each) => each === meaning).length;
  const single: Meaning[] = ['day', 'amount', 'moneyIn', 'moneyOut', 'reference', 'balance'];
  const twice = single.find((meaning) => count(meaning) > 1);
  if (twice !== undefined) {
    throw badField('mapping', bankTexts.twice(bankWords.meanings[twice]));
  }
  const apart = count('moneyIn') + count('moneyOut');
  if (count('amount') === 0 ? apart !== 2 : apart > 0) {
    throw badField('mapping', bankTexts.bothAmounts);
  }
  const missing = (['day', 'text'] as const).find((meaning) => count(meaning) === 0);
  if (missing !== undefined && !(missing === 'text' && count('reference') > 0)) {
    throw badField('mapping', bankTexts.missing(bankWords.meanings[missing]));
  }
}

type NewAccount = NonNullable<BodyOf<typeof endpoint>['newAccount']>;

type Account = Pick<Selectable<Tables['bank_accounts']>, 'id' | 'bank' | 'number' | 'name'>;

/** The account with this number, or one that is not stored yet. */
async function findOrPlanAccount(db: Db, { bank, number, name }: NewAccount): Promise<Account> {
  const digits = number.replaceAll(/\D/g, '');
  if (digits.length < 4 || digits.length > 30)
    throw badField('newAccount.number', bankTexts.wrongNumber);
  const account = await db
    .selectFrom('bank_accounts')
    .select(['id', 'bank', 'number', 'name'])
    .where('bank', '=', bank)
    .where('number', '=', digits)
    .executeTakeFirst();
  return account ?? { id: randomUUID(), bank, number: digits, name };
}

async function addAccount({ db, at }: Context, account: Account): Promise<void> {
  await db
    .insertInto('bank_accounts')
    .values({ ...account, created_at: at })
    .onConflict((row) => row.doNothing())
    .execute();
  const stored = await readAccount(db, account.id);
  // Another statement has added this number with another id.
  if (stored === undefined) throw conflict(bankTexts.changed);
}

async function readAccount(db: Db, id: string | null): Promise<Account | undefined> {
  return db
    .selectFrom('bank_accounts')
    .select(['id', 'bank', 'number', 'name'])
    .where('id', '=', id)
    .executeTakeFirst();
}

function assertAccount(stored: StoredStatement, account: Account | undefined): void {
  if (account === undefined) throw badField('accountId', bankTexts.accountGone);
  const inFile = stored.account_number;
  if (inFile !== null && !isSameNumber(inFile, account.number)) {
    throw badField('accountId', bankTexts.wrongAccount(inFile, account.number));
  }
}

/** What was described would overwrite the choice that was made since. */
function assertUnchanged(before: StoredStatement, now: StoredStatement): void {
  const choiceOf = ({ account_id, mapping }: StoredStatement) =>
    JSON.stringify([account_id, mapping]);
  if (choiceOf(now) !== choiceOf(before)) throw conflict(bankTexts.changed);
}

async function recordAccount(ctx: Context, stored: StoredStatement, accountId: string | null) {
  const account = await readAccount(ctx.db, accountId);
  const after = { accountNumber: account === undefined ? '' : `${account.bank} ${account.number}` };
  const { id, file_name: name } = stored;
  const subject = 'bankStatement';
  await recordAudit(ctx, { action: 'updateStatement', subject, id, name, after });
}
