import { randomUUID } from 'node:crypto';
import type { BodyOf } from '#contract/endpoint.ts';
import type {
  BankMapping,
  StatementDetails,
  updateStatement as endpoint,
} from '#contract/bank-statements/endpoints.ts';
import type { Meaning } from '#contract/bank-statements/layouts.ts';
import { bankTexts, bankWords } from '#contract/bank-statements/texts.ts';
import type { Context } from '#server/context.ts';
import { badField } from '#server/errors.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { withBadFileError } from '#server/features/imports/upload-import.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { describeStatement } from './describe-statement.ts';
import { previewColumns } from './files/read-statement.ts';
import { lockWaiting, type StoredStatement } from './lock-statement.ts';
import { readDetails } from './queries.ts';
import { readFile } from './statement-file.ts';

/** Says which account the statement is of, and what its columns are. The file is read again. product-rules 22.2. */
export async function updateStatement(
  ctx: Context,
  id: string,
  { accountId, newAccount, mapping }: BodyOf<typeof endpoint>,
): Promise<StatementDetails> {
  return inTransaction(ctx, async (inside) => {
    const { db } = inside;
    const stored = await lockWaiting(inside, id);
    const file = await readFile(db, id);
    if (mapping) await assertMapping(file, mapping);
    const chosen =
      newAccount === undefined
        ? (accountId ?? stored.account_id)
        : await findOrAddAccount(inside, newAccount);
    if (chosen !== null) await assertAccount(db, stored, chosen);
    const choice = { mapping: mapping === undefined ? stored.mapping : mapping, accountId: chosen };
    const { values, accountId: found } = await withBadFileError(() =>
      describeStatement(inside, file, choice),
    );
    await db
      .updateTable('bank_statements')
      .set({ ...values, account_id: found })
      .where('id', '=', id)
      .execute();
    if (found !== stored.account_id) await recordAccount(inside, stored, found);
    return readDetails(db, id);
  });
}

async function assertMapping(file: Buffer, mapping: BankMapping): Promise<void> {
  const { columns, settings } = mapping;
  // The headings are in another row: the columns are shown again, without a meaning.
  if (columns.every((meaning) => meaning === null)) return;
  const preview = await withBadFileError(() => previewColumns(file, settings));
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

async function findOrAddAccount({ db, at }: Context, { bank, number, name }: NewAccount) {
  const digits = number.replaceAll(/\D/g, '');
  if (digits.length < 4 || digits.length > 30)
    throw badField('newAccount.number', bankTexts.wrongNumber);
  await db
    .insertInto('bank_accounts')
    .values({ id: randomUUID(), bank, number: digits, name, created_at: at })
    .onConflict((row) => row.columns(['bank', 'number']).doNothing())
    .execute();
  const { id } = await db
    .selectFrom('bank_accounts')
    .select('id')
    .where('bank', '=', bank)
    .where('number', '=', digits)
    .executeTakeFirstOrThrow();
  return id;
}

async function assertAccount(db: Db, stored: StoredStatement, accountId: string): Promise<void> {
  const account = await db
    .selectFrom('bank_accounts')
    .select('number')
    .where('id', '=', accountId)
    .executeTakeFirst();
  if (account === undefined) throw badField('accountId', bankTexts.accountGone);
  const inFile = stored.account_number;
  if (inFile !== null && withoutZeros(inFile) !== withoutZeros(account.number)) {
    throw badField('accountId', bankTexts.wrongAccount(inFile, account.number));
  }
}

/** Banks write leading zeros in some of their files. */
function withoutZeros(number: string): string {
  return number.replace(/^0+/, '');
}

async function recordAccount(ctx: Context, stored: StoredStatement, accountId: string | null) {
  const account = await ctx.db
    .selectFrom('bank_accounts')
    .select(['bank', 'number'])
    .where('id', '=', accountId)
    .executeTakeFirst();
  const after = { accountNumber: account === undefined ? '' : `${account.bank} ${account.number}` };
  const { id, file_name: name } = stored;
  const subject = 'bankStatement';
  await recordAudit(ctx, { action: 'updateStatement', subject, id, name, after });
}
