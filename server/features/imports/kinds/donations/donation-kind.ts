import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type Day, startOf } from '#contract/days.ts';
import { importRecordTexts as texts } from '#contract/imports/record-texts.ts';
import { donationReference } from '#contract/numbers.ts';
import type { Context } from '#server/context.ts';
import { recordMany } from '#server/features/audit/record-audit.ts';
import { recordPayments } from '#server/features/payments/record-payment.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { takingNumbers } from '#server/platform/db/take-number.ts';
import { readEmail, readName } from '#server/platform/spreadsheets/values/read-text.ts';
import type {
  AppliedGroup,
  CheckedGroup,
  FileRow,
  ImportJob,
  ImportKind,
  Question,
  RowGroup,
} from '../import-kind.ts';
import { isClosed, readClosedUntil, withClosedMonths } from '../closed-months.ts';
import { paidRow } from '../paid-row.ts';
import { findMoneyObstacles } from '../money-obstacles.ts';
import { readMoney, type ReceivedMoney, rowReader } from '../read-row.ts';
import { type AddPlan, addMissing, allFailed } from '../same-records.ts';
import { undoDonations } from '../undo-money.ts';

interface DonationRow extends ReceivedMoney {
  row: number;
  firstName: string;
  lastName: string;
  email: string;
  problems: string[];
  questions: Question[];
}

type Plan = AddPlan<DonationRow>;

/** Donations that were received before, with their day and without mail. */
export const donationKind: ImportKind<Plan> = {
  linksOf(job, row, at) {
    const donation = readRow(job, row, at);
    return { keys: donation.problems.length > 0 ? [] : [keyOf(donation)], isPart: false };
  },
  check: checkDonations,
  apply: addDonations,
  findObstacles: (ctx, _job, rows, locks) =>
    findMoneyObstacles(ctx, rows, { table: 'donations', locks }),
  undo: undoDonations,
};

function readRow(job: ImportJob, row: FileRow, at: Date): DonationRow {
  const reader = rowReader('donations', job, row);
  return {
    row: row.row,
    firstName: reader.readRequired('firstName', readName) ?? '',
    lastName: reader.readRequired('lastName', readName) ?? '',
    email: reader.readRequired('email', readEmail) ?? '',
    ...readMoney(reader, 'receivedOn', at),
    problems: reader.problems,
    questions: reader.questions,
  };
}

function keyOf({
  email,
  amountCents,
  paidOn,
}: Pick<DonationRow, 'email' | 'amountCents' | 'paidOn'>): string {
  return [email, amountCents, paidOn].join('\t');
}

async function checkDonations(
  { db, at }: Context,
  job: ImportJob,
  groups: RowGroup[],
  locks: boolean,
): Promise<CheckedGroup<Plan>[]> {
  const all = groups.map(({ main, others }) =>
    [main, ...others].map((row) => readRow(job, row, at)),
  );
  const stored = await receivedFrom(
    db,
    all.flatMap((rows) => rows.map(({ email }) => email)),
  );
  const until = await readClosedUntil(db);
  return all.map((rows) => {
    const [first] = rows;
    const problems = rows.flatMap((row) => row.problems);
    if (first === undefined || problems.length > 0) return allFailed(rows, problems);
    const same = stored.get(keyOf(first)) ?? [];
    const group = addMissing(rows, { count: same.length, recordId: same[0] ?? null });
    return withClosedMonths(group, { job, until, isToImport: locks });
  });
}

/** The received donations of these people, by what makes two of them the same. */
async function receivedFrom(db: Db, emails: string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ id: string; email: string; amountCents: number; paidOn: Day }>`
    SELECT d.id, d.email, d.amount_cents AS "amountCents", p.paid_on AS "paidOn"
    FROM donations AS d JOIN payments AS p ON p.id = d.payment_id
    WHERE d.email_folded = ANY(SELECT fold(email) FROM unnest(${emails}::text[]) AS e (email))`.execute(
    db,
  );
  const groups = Map.groupBy(rows, (row) => keyOf(row));
  return new Map([...groups].map(([key, same]) => [key, same.map(({ id }) => id)]));
}

async function addDonations(
  ctx: Context,
  job: ImportJob,
  groups: { plan: Plan }[],
): Promise<AppliedGroup[]> {
  const rows = groups.flatMap(({ plan }) => plan.rows.map((row) => ({ ...row, id: randomUUID() })));
  if (rows.length === 0) return [];
  const until = job.closedMonths === 'elsewhere' ? await readClosedUntil(ctx.db) : null;
  const types = await ctx.db.selectFrom('donation_types').select(['id', 'name']).execute();
  const typeOf = (method: string) =>
    (types.find(({ name }) => name === method) ?? types.find(({ name }) => name === 'EFT'))?.id ??
    '';
  const stored = await ctx.db
    .with('taken', takingNumbers('donation', rows.length))
    .insertInto('donations')
    .values(
      rows.map(({ id, firstName, lastName, email, amountCents, paidOn, method }, place) => ({
        id,
        number: sql<number>`(SELECT last FROM taken) - ${rows.length - 1 - place}::integer`,
        first_name: firstName,
        last_name: lastName,
        email,
        donation_type_id: typeOf(method),
        amount_cents: amountCents,
        created_at: startOf(paidOn ?? ''),
        card_outcome: null,
        needs_answer_since: null,
      })),
    )
    .returning(['id', 'number'])
    .execute();
  const references = new Map(stored.map(({ id, number }) => [id, donationReference(number)]));
  await recordPayments(
    ctx,
    rows.map((row) => paidRow('donation', row, isClosed(row, until))),
  );
  await recordMany(
    ctx,
    rows.map(({ id, row, firstName, lastName, email, amountCents, paidOn, method }) => ({
      action: 'importDonation',
      subject: 'donation',
      id,
      name: `${references.get(id)} of ${firstName} ${lastName}`,
      after: {
        importedFrom: texts.importedFrom(job.fileName, row),
        firstName,
        lastName,
        email,
        amount: amountCents / 100,
        receivedOn: paidOn,
        paidBy: method,
        ...(isClosed({ paidOn }, until) && { reportedElsewhere: true }),
      },
    })),
  );
  return rows.map(({ row, id }) => ({ row, recordId: id, undo: {} }));
}
