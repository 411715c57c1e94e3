import type { Db } from '#server/platform/db/pool.ts';
import type { ReadStatement } from './files/statement.ts';

/** The account that the file is of: by its number, or by its bank if it names no number. Null unless exactly one fits. */
export async function accountOfFile(
  db: Db,
  { accountNumber, bank }: Pick<ReadStatement, 'accountNumber' | 'bank'>,
): Promise<string | null> {
  const accounts = await db.selectFrom('bank_accounts').select(['id', 'bank', 'number']).execute();
  const fitting = accounts.filter((account) =>
    accountNumber === null ? account.bank === bank : isSameNumber(account.number, accountNumber),
  );
  return fitting.length === 1 ? (fitting[0]?.id ?? null) : null;
}

/** Banks write leading zeros, spaces and hyphens in some of their files. */
export function isSameNumber(one: string, other: string): boolean {
  return significant(one) === significant(other);
}

function significant(number: string): string {
  return number.replaceAll(/[\s-]/g, '').replace(/^0+/, '');
}
