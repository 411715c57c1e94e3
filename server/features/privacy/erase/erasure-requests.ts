import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { ReplyOf } from '#contract/endpoint.ts';
import {
  erasureRequestTexts as texts,
  type ErasureRequest,
  type listErasureRequests as listEndpoint,
} from '#contract/privacy/erasure.ts';
import type { Context } from '#server/context.ts';
import { conflict } from '#server/errors.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { mailAdministrators } from '#server/features/company-info/tell-administrators.ts';
import { auditSubject } from '#server/features/members/audit-subject.ts';
import {
  lockCurrentMemberFor,
  lockMemberFor,
  memberFor,
} from '#server/features/members/member-access.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { queueMail } from '#server/platform/mail/queue-mail.ts';
import { allowsVisitorMail } from '#server/platform/mail/visitor-mail.ts';

/** The member's open or last declined request. */
export async function readErasureRequest(ctx: Context, memberId: string): Promise<ErasureRequest> {
  const { id } = await memberFor(ctx, memberId);
  const row = await ctx.db
    .selectFrom('erasure_requests')
    .select(['asked_at', 'answered_at', 'declined_reason'])
    .where('member_id', '=', id)
    .orderBy('asked_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const isOpen = row?.answered_at === null;
  return {
    askedUtc: isOpen ? row.asked_at.toISOString() : null,
    declinedUtc: row?.answered_at?.toISOString() ?? null,
    declinedReason: row?.declined_reason ?? null,
  };
}

/** A second request while one is open changes nothing and mails nobody. product-rules 19.5. */
export async function askForErasure(ctx: Context, memberId: string): Promise<ErasureRequest> {
  return inTransaction(ctx, async (inside) => {
    const member = await lockCurrentMemberFor(inside, memberId);
    const made = await inside.db
      .insertInto('erasure_requests')
      .values({ id: randomUUID(), member_id: member.id, asked_at: ctx.at })
      .onConflict((open) => open.column('member_id').where('answered_at', 'is', null).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (made !== undefined) {
      const kind = 'erasure-asked';
      // Anyone can register and ask. Company Info lists all requests.
      if (await allowsVisitorMail(inside, kind, 'every administrator')) {
        // Only the id: the mail must not be another place with the name.
        await mailAdministrators(inside, kind, { memberId: member.id });
      }
      await recordAudit(inside, { action: 'askForErasure', ...auditSubject(member) });
    }
    return readErasureRequest(inside, member.id);
  });
}

export async function declineErasure(
  ctx: Context,
  memberId: string,
  reason: string,
): Promise<ErasureRequest> {
  return inTransaction(ctx, async (inside) => {
    const member = await lockMemberFor(inside, memberId);
    if (!(await answerRequest(inside, member.id, reason))) throw conflict(texts.noRequest);
    await queueMail(inside, {
      kind: 'erasure-declined',
      toEmail: member.email,
      toName: `${member.firstName} ${member.lastName}`,
      about: { userId: member.userID, reason },
    });
    await recordAudit(inside, {
      action: 'declineErasure',
      ...auditSubject(member),
      after: { reason },
    });
    return readErasureRequest(inside, member.id);
  });
}

/** Ends the open request of the member. Whether there was one. */
export async function answerRequest(
  { db, at, by }: Context,
  memberId: string,
  declinedReason: string | null = null,
): Promise<boolean> {
  const answered = await db
    .updateTable('erasure_requests')
    .set({ answered_at: at, answered_by: by?.userId ?? null, declined_reason: declinedReason })
    .where('member_id', '=', memberId)
    .where('answered_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return answered !== undefined;
}

/** The open requests, the oldest first. */
export async function listErasureRequests(db: Db): Promise<ReplyOf<typeof listEndpoint>> {
  const rows = await db
    .selectFrom('erasure_requests as r')
    .innerJoin('members as m', 'm.id', 'r.member_id')
    .select(['m.id as memberId', 'r.asked_at'])
    .select(sql<string>`trim(m.first_name || ' ' || m.last_name)`.as('name'))
    .where('r.answered_at', 'is', null)
    .orderBy('r.asked_at')
    .limit(100)
    .execute();
  return rows.map(({ asked_at, ...row }) => ({ ...row, askedUtc: asked_at.toISOString() }));
}
