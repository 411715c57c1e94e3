import { sql } from 'kysely';
import {
  dataExportTexts,
  type DataExport,
  type ExportedRecord,
} from '#contract/privacy/data-export.ts';
import { donationReference, invoiceNumber } from '#contract/numbers.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { recordEvent } from '#server/features/security-record/record-event.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { auditSubject } from '#server/features/members/audit-subject.ts';
import { memberFor } from '#server/features/members/member-access.ts';
import type { Context } from '#server/context.ts';
import { openTurns } from '#server/platform/concurrency/turns.ts';
import { formatValue, type Names } from './format-value.ts';
import { type Description, labelsOf, type Whose } from '../tables/describe.ts';
import { describedTables } from '../tables/tables-of-people.ts';
import { findProvedSubject } from '../find-subject.ts';

/** Each reads some thirty tables, on a connection that other requests need, too. */
const inTurn = openTurns({ atOnce: 1, mostWaiting: 20 });

/** All stored data of a member. A request by an administrator is audited. POPIA, section 23. */
export function readDataExport(ctx: Context, memberId: string): Promise<DataExport> {
  return inTurn(ctx.by?.userId ?? '', () => readAll(ctx, memberId));
}

function readAll(ctx: Context, memberId: string): Promise<DataExport> {
  return inTransaction(ctx, async (inside) => {
    const { db, at } = inside;
    const member = await memberFor(inside, memberId);
    const whose = await findProvedSubject(db, member.id);
    const names = await namesFor(db, whose);
    const parts = [];
    for (const held of describedTables) {
      parts.push({ title: held[1].title, records: await recordsIn(db, held, whose, names) });
    }
    await recordEvent(inside, {
      kind: 'dataDownloaded',
      userId: inside.by?.userId ?? null,
      // Not the name: Erase finds a person's own events only.
      detail: `Member ${member.membershipNumber ?? member.id}`,
    });
    await recordAudit(inside, { action: 'downloadHeldData', ...auditSubject(member) });
    return {
      name: `${member.firstName} ${member.lastName}`,
      asOf: at.toISOString(),
      notes: [
        whose.isProved ? dataExportTexts.whatItIs : dataExportTexts.notProved,
        dataExportTexts.leftOut,
      ],
      parts,
    };
  });
}

async function recordsIn(
  db: Db,
  [table, { rows, order, columns, from = sql.table(table) }]: [string, Description],
  whose: Whose,
  names: Names,
): Promise<ExportedRecord[]> {
  const labels = labelsOf(columns);
  const wanted = sql.join(labels.map(([column]) => sql.ref(column)));
  const { rows: found } = await sql<Record<string, unknown>>`
    SELECT ${wanted} FROM ${from} WHERE ${rows(whose)} ORDER BY ${sql.ref(order)}
  `.execute(db);
  return found.map((row) =>
    Object.fromEntries(
      labels.map(([column, label]) => [label, formatValue(column, row[column], names)]),
    ),
  );
}

/** The readable names for internal ids in the rows. */
async function namesFor(db: Db, { invoiceIds, donationIds, emails }: Whose): Promise<Names> {
  const names = new Map<string, string>();
  for (const table of ['member_types', 'member_statuses', 'donation_types'] as const) {
    const found = await db.selectFrom(table).select(['id', 'name']).execute();
    for (const { id, name } of found) names.set(id, name);
  }
  for (const [table, ids, wordsOf] of [
    ['invoices', invoiceIds, invoiceNumber],
    ['donations', donationIds, donationReference],
  ] as const) {
    if (ids.length === 0) continue;
    const found = await db
      .selectFrom(table)
      .select(['id', 'number'])
      .where('id', 'in', ids)
      .execute();
    for (const { id, number } of found) names.set(id, wordsOf(number));
  }
  const mails = await db
    .selectFrom('bulk_emails')
    .select(['id', 'subject'])
    .where('id', 'in', (mail) =>
      mail
        .selectFrom('bulk_recipients')
        .select('bulk_email_id')
        .where('email', '=', sql<string>`ANY (${emails}::text[])`),
    )
    .execute();
  for (const { id, subject } of mails) names.set(id, subject);
  return names;
}
