import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { dayOf } from '#contract/days.ts';
import type { BodyOf } from '#contract/endpoint.ts';
import {
  mergeTexts as texts,
  type MergeField,
  type mergeMembers as endpoint,
  type MergePreview,
  type MergeSide,
} from '#contract/duplicates/merge.ts';
import { outcomeOf } from '#contract/duplicates/outcome.ts';
import type { Member } from '#contract/members/endpoints.ts';
import { invoiceNumber } from '#contract/numbers.ts';
import type { Context } from '#server/context.ts';
import { badField, conflict, Refused, sentences } from '#server/errors.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { statusIdOf } from '#server/features/member-statuses/queries.ts';
import { auditSubject } from '#server/features/members/audit-subject.ts';
import { statusOn } from '#server/features/members/periods/status-on-day.ts';
import { readMember } from '#server/features/members/queries.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { openChangeLog, type ChangeLog } from './change-log.ts';
import { moveConsents } from './move-consents.ts';
import { recordIdsOf } from './record-ids.ts';
import { mostRelatives, previewOf } from './preview-merge.ts';
import {
  lockInOrder,
  lockMerges,
  problemOf,
  readPair,
  type MergePair,
  type MergeRecord,
} from './read-pair.ts';

type Choices = BodyOf<typeof endpoint>;

interface Merging extends MergePair {
  ctx: Context;
  log: ChangeLog;
  preview: MergePreview;
  choices: Choices;
}

/**
 * Merges two members into the one with the older number, in one transaction. The other record is archived
 * and leads to it. Nobody is mailed. product-rules 21.4, 20.5.
 */
export async function mergeMembers(ctx: Context, id: string, choices: Choices): Promise<Member> {
  return inTransaction(ctx, async (inside) => {
    const { db, at, by } = inside;
    if (by === null) throw new Error('only an administrator can merge members');
    const pair = await lockPair(inside, id, choices.with);
    const preview = previewOf(pair);
    if (preview.problem !== null) throw conflict(preview.problem);
    if (preview.version !== choices.version) throw new Refused('changed', sentences.changed);
    const { kept, merged } = pair;
    const before = { kept: await readMember(db, kept.id), merged: await readMember(db, merged.id) };
    const log = openChangeLog(db);
    const merging = { ...pair, ctx: inside, log, preview, choices };
    await movePeriods(merging);
    await moveInvoices(merging);
    await moveRelatives(merging);
    await moveRequests(merging);
    await mergeSignIns(merging);
    await mergeDetails(merging);
    await archiveMerged(merging);
    await db
      .insertInto('member_merges')
      .values({
        id: randomUUID(),
        kept_id: kept.id,
        merged_id: merged.id,
        merged_at: at,
        merged_by: by.userId,
        changes: JSON.stringify(log.changes),
        record_ids: (await recordIdsOf(db, [kept.id, merged.id])).map((record) => record.id),
      })
      .execute();
    return auditMerge(inside, before);
  });
}

async function auditMerge(ctx: Context, before: { kept: Member; merged: Member }): Promise<Member> {
  const kept = await readMember(ctx.db, before.kept.id);
  const merged = await readMember(ctx.db, before.merged.id);
  await recordAudit(ctx, {
    action: 'mergeMembers',
    ...auditSubject(kept),
    before: before.kept,
    after: { ...kept, mergedRecord: auditSubject(before.merged).name },
  });
  await recordAudit(ctx, {
    action: 'archiveMergedMember',
    ...auditSubject(merged),
    before: before.merged,
    after: { ...merged, mergedInto: auditSubject(kept).name },
  });
  return kept;
}

/** Reads both again after locking them, so that they are current. */
async function lockPair(ctx: Context, id: string, otherId: string): Promise<MergePair> {
  const { db } = ctx;
  await lockMerges(ctx);
  const { kept, merged } = await readPair(ctx, id, otherId);
  const problem = problemOf({ kept, merged });
  if (problem !== null) throw conflict(problem);
  await lockInOrder(db, [merged.id, kept.id]);
  await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [kept.userId, merged.userId])
    .orderBy('id')
    .forUpdate()
    .execute();
  return readPair(ctx, id, otherId);
}

function chosen({ preview, choices }: Merging, field: MergeField): MergeSide {
  const proposal = preview.fields.find((one) => one.field === field);
  if (proposal === undefined) return 'kept';
  const side = choices.fields?.[field];
  if (side !== undefined) return side;
  // The type follows the last period that stays.
  const ofPeriod = field === 'memberType' ? outcomeOf(preview, choices).last?.side : undefined;
  return ofPeriod ?? proposal.proposed;
}

/** A period that is left out stays in the log of the merge, with its reminders. */
async function movePeriods({ kept, merged, log, preview, choices }: Merging): Promise<void> {
  const leftOut = outcomeOf(preview, choices).lost.map(({ id }) => id);
  await log.remove('reminders', sql`period_id = ANY (${leftOut}::uuid[])`);
  await log.remove('membership_periods', sql`id = ANY (${leftOut}::uuid[])`);
  await log.update('membership_periods', sql`member_id = ${merged.id}`, { member_id: kept.id });
}

async function moveInvoices({ kept, merged, ctx, log, choices }: Merging): Promise<void> {
  if (kept.openInvoice !== null && merged.openInvoice !== null) {
    if (choices.openInvoice === undefined) throw badField('openInvoice', texts.invoiceMissing);
    const { id, number, paidCents } =
      choices.openInvoice === 'kept' ? merged.openInvoice : kept.openInvoice;
    // An undo could not make parts of its credits again.
    if (paidCents > 0) throw badField('openInvoice', texts.partPaid(invoiceNumber(number)));
    const values = { voided_at: ctx.at, void_reason: texts.voidReason };
    await log.update('invoices', sql`id = ${id}`, values);
  }
  await log.update('invoices', sql`member_id = ${merged.id}`, { member_id: kept.id });
}

/** The chosen relatives get the free seats. The others stay in the log of the merge. */
async function moveRelatives({ kept, merged, log, preview, choices }: Merging): Promise<void> {
  const all = [...kept.relatives, ...merged.relatives];
  const proposed = preview.relatives.filter(({ isProposed }) => isProposed).map(({ id }) => id);
  const staying =
    preview.relatives.length === 0 ? all.map(({ id }) => id) : (choices.relatives ?? proposed);
  const isStaying = ({ id }: { id: string }) => staying.some((one) => one.toLowerCase() === id);
  if (all.filter(isStaying).length !== new Set(staying).size)
    throw badField('relatives', texts.relativeUnknown);
  if (staying.length > mostRelatives) throw badField('relatives', texts.relativesMost);
  const leftOut = all.filter((relative) => !isStaying(relative)).map(({ id }) => id);
  await log.remove('ageing_notices', sql`relative_id = ANY (${leftOut}::uuid[])`);
  await log.remove('member_relatives', sql`id = ANY (${leftOut}::uuid[])`);
  const taken = kept.relatives.filter(isStaying).map(({ seat }) => seat);
  const free = [1, 2, 3, 4].filter((seat) => !taken.includes(seat));
  for (const { id } of merged.relatives.filter(isStaying)) {
    const seat = free.shift();
    await log.update('member_relatives', sql`id = ${id}`, { main_member_id: kept.id, seat });
  }
  // A relative who has aged out has no seat.
  const others = sql`main_member_id = ${merged.id}`;
  await log.update('member_relatives', others, { main_member_id: kept.id });
}

async function moveRequests({ kept, merged, log }: Merging): Promise<void> {
  const ofMerged = sql`member_id = ${merged.id}`;
  await log.update('member_returns', ofMerged, { member_id: kept.id });
  await log.update('erasure_requests', ofMerged, { member_id: kept.id });
}

/** One sign-in stays, with the chosen email and its password. The sessions of the other password end. */
async function mergeSignIns(merging: Merging): Promise<void> {
  const { kept, merged, ctx, log } = merging;
  await log.update('users', sql`id = ${merged.userId}`, { removed_at: ctx.at });
  const isOther = chosen(merging, 'email') === 'merged';
  const ended = isOther ? [kept.userId, merged.userId] : [merged.userId];
  const open = sql`user_id = ANY (${ended}::uuid[]) AND ended_at IS NULL`;
  await log.update('sessions', open, { ended_at: ctx.at });
  const [email, givenUp] = isOther ? [merged.email, kept.email] : [kept.email, merged.email];
  await moveConsents(ctx, log, { from: givenUp, to: email });
  if (!isOther) return;
  const ofMerged = (column: string) =>
    sql`(SELECT ${sql.ref(column)} FROM users WHERE id = ${merged.userId})`;
  const columns = ['email', 'password_hash', 'email_proved_at', 'is_address_old', 'invited_at'];
  // A reference copies the email to the member.
  await log.update(
    'users',
    sql`id = ${kept.userId}`,
    Object.fromEntries(columns.map((column) => [column, ofMerged(column)])),
  );
}

async function mergeDetails(merging: Merging): Promise<void> {
  const { kept, merged, log } = merging;
  const of = (field: MergeField): MergeRecord => merging[chosen(merging, field)];
  const names = { first_name: of('firstName').firstName, last_name: of('lastName').lastName };
  const { phone } = of('phone');
  await log.update('users', sql`id = ${kept.userId}`, { ...names, phone_number: phone });
  await log.update('members', sql`id = ${kept.id}`, {
    ...names,
    phone,
    title: of('title').title,
    postal_address: of('postalAddress').postalAddress,
    zip_code: of('zipCode').zipCode,
    corrected_province: of('zipCode').correctedProvince,
    member_type_id: of('memberType').memberTypeId,
    signup_date: [kept.signupDate, merged.signupDate].toSorted()[0],
    ...(await statusColumns(merging, of('memberStatus'))),
  });
}

/** A status that was set by hand comes with its record. Otherwise it follows the periods of both. */
async function statusColumns({ kept, ctx }: Merging, source: MergeRecord) {
  if (source.isStatusFixed) {
    const ofSource = (column: string) =>
      sql`(SELECT ${sql.ref(column)} FROM members WHERE id = ${source.id})`;
    return Object.fromEntries(statusFields.map((column) => [column, ofSource(column)]));
  }
  const { paid_until } = await ctx.db
    .selectFrom('members')
    .select('paid_until')
    .where('id', '=', kept.id)
    .executeTakeFirstOrThrow();
  return {
    member_status_id: statusIdOf(statusOn(dayOf(ctx.at), paid_until)),
    status_set_by: null,
    status_set_at: null,
    deactivated_reason: null,
  };
}

const statusFields = ['member_status_id', 'status_set_by', 'status_set_at', 'deactivated_reason'];

/** Records that were merged into this one before lead on to the one that stays. */
async function archiveMerged({ kept, merged, ctx, log }: Merging): Promise<void> {
  const merged_into = kept.id;
  await log.update('members', sql`merged_into = ${merged.id}`, { merged_into });
  await log.update('members', sql`id = ${merged.id}`, { archived_at: ctx.at, merged_into });
}
