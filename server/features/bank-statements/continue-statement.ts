import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Context } from '#server/context.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { postLineFees } from '#server/features/ledger/post-lines.ts';
import { postOpenings } from '#server/features/ledger/post-openings.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { withPrivateFile } from '#server/platform/uploads/private-files.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { restartTakes } from '#server/platform/jobs/jobs.ts';
import { previewColumnsApart, readStatementApart } from './files/read-statement-apart.ts';
import { compareWithAccount, keyLines } from './line-keys.ts';
import type { KeyedFile, KeyedLine } from './keyed-lines.ts';
import { lockAccount, lockStatement, type StoredStatement } from './lock-statement.ts';
import { readOtherLines, rowsLeftOut } from './same-lines.ts';
import { statementDigest } from './statement-digest.ts';
import { readFile } from './statement-file.ts';

/** Lines in one transaction. */
const atATime = 1000;

/**
 * Stores the lines of the statement, to its end. Each step is one transaction and stores the progress, so a process that is
 * killed loses the current step only. Concurrent calls are safe.
 */
export async function continueStatement(
  ctx: Context,
  statementId: string,
  ending?: AbortSignal,
): Promise<void> {
  const stored = await ctx.db
    .selectFrom('bank_statements')
    .select(['state', 'mapping'])
    .where('id', '=', statementId)
    .executeTakeFirst();
  if (stored?.state !== 'importing') return;
  const mapping = stored.mapping as StoredStatement['mapping'];
  const file = await readFile(ctx.db, statementId);
  // It was removed.
  if (file === null) return;
  const { result, headings } = await withPrivateFile([file], async ({ path }) => ({
    result: await readStatementApart(path, mapping, { caller: statementId }),
    headings:
      mapping &&
      (await previewColumnsApart(path, mapping.settings, { caller: statementId })).columns,
  }));
  if (result.outcome !== 'read') throw new Error(`Statement ${statementId} cannot be read again`);
  const keyed = keyLines(result.statement.lines);
  let isDone = false;
  while (!isDone) {
    if (ending?.aborted === true) {
      await ctx.queue.enqueue(ctx.db, 'import-statement', { statementId }, restartTakes);
      return;
    }
    isDone = await inTransaction(ctx, (inside) => storeNext(inside, statementId, keyed, headings));
  }
}

/** Whether that was the last step. */
async function storeNext(
  ctx: Context,
  id: string,
  file: KeyedFile,
  headings: string[] | null,
): Promise<boolean> {
  const { db } = ctx;
  const { lines } = file;
  const stored = await lockStatement(ctx, id);
  const accountId = stored.account_id;
  if (stored.state !== 'importing' || accountId === null) return true;
  await lockAccount(db, accountId);
  const batch = lines.slice(stored.done, stored.done + atATime);
  const leftOut = await leftOutOf(db, { ...stored, account_id: accountId }, file);
  const added = await insertNew(db, { accountId, statementId: id, leftOut }, file, batch);
  const done = stored.done + batch.length;
  const isLast = done >= lines.length;
  await db
    .updateTable('bank_statements')
    .set({
      done,
      new_count: stored.new_count + added,
      known_count: stored.known_count + batch.length - added,
      ...(isLast && {
        state: 'imported',
        imported_at: ctx.at,
        sample: null,
        file_table: null,
        same_lines: null,
      }),
    })
    .where('id', '=', id)
    .execute();
  if (isLast) {
    await postOpenings(ctx, (one) => one.bankAccountId === accountId);
    await postLineFees(ctx, accountId);
  }
  if (isLast) await complete(ctx, { ...stored, new_count: stored.new_count + added }, headings);
  return isLast;
}

interface Target {
  accountId: string;
  statementId: string;
  /** Rows that are here under another text. */
  leftOut: ReadonlySet<number>;
}

async function leftOutOf(
  db: Db,
  { account_id, layout, same_rows }: StoredStatement & { account_id: string },
  file: KeyedFile,
): Promise<Set<number>> {
  if (same_rows === null || same_rows.length === 0) return new Set();
  const rows = new Set(same_rows);
  const days = new Set(file.lines.flatMap(({ row, day }) => (rows.has(row) ? [day] : [])));
  const source = { accountId: account_id, layout: layout ?? '' };
  return rowsLeftOut(file, rows, await readOtherLines(db, source, [...days]));
}

/** The number of lines that were not here. */
async function insertNew(
  db: Db,
  { accountId, statementId, leftOut }: Target,
  file: KeyedFile,
  batch: readonly KeyedLine[],
): Promise<number> {
  const compared = await compareWithAccount(db, accountId, file, batch);
  const newLines = compared.newLines.filter(({ row }) => !leftOut.has(row));
  const rows = newLines.map((line) => ({ ...line, id: randomUUID() }));
  // Without ON CONFLICT: a line that is skipped here would be missing silently.
  await sql`
    INSERT INTO bank_lines (id, account_id, statement_id, row_number, day, amount_cents, fee_cents,
      text, reference, kind, normal_text, occurrence, balance_cents, bank_number)
    SELECT id, ${accountId}, ${statementId}, "row", day, "amountCents", "feeCents", text, reference,
      kind, "normalText", occurrence, "balanceCents", "bankNumber"
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS l (
      id uuid, "row" integer, day date, "amountCents" bigint, "feeCents" bigint, text text,
      reference text, kind text, "normalText" text, occurrence integer, "balanceCents" bigint,
      "bankNumber" text)`.execute(db);
  return newLines.length;
}

async function complete(ctx: Context, stored: StoredStatement, headings: string[] | null) {
  const { id, account_id, source, mapping, file_name, new_count, imported_by } = stored;
  await ctx.db
    .updateTable('bank_statements as s')
    .set({ digest: statementDigest(sql`${id}::uuid`) })
    .where('id', '=', id)
    .execute();
  await ctx.db
    .updateTable('bank_accounts')
    .set({
      source,
      ...(mapping !== null && { mapping: JSON.stringify({ ...mapping, headings }) }),
    })
    .where('id', '=', account_id)
    .execute();
  await ctx.queue.enqueueMissing(ctx.db, 'judge-bank-lines', [{}]);
  const by = { userId: imported_by ?? '', role: 'Admin', sessionId: '', memberId: null } as const;
  await recordAudit(
    { ...ctx, by },
    {
      action: 'importStatement',
      subject: 'bankStatement',
      id,
      name: file_name,
      after: { added: new_count },
    },
  );
}
