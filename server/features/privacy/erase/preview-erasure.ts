import { sql } from 'kysely';
import type { ErasurePreview } from '#contract/privacy/erasure.ts';
import type { Context } from '#server/context.ts';
import { readDonation } from '#server/features/donations/queries.ts';
import { readInvoice } from '#server/features/invoices/queries.ts';
import { hasHistory } from '#server/features/members/delete-member.ts';
import { memberFor } from '#server/features/members/member-access.ts';
import { readCredit } from '#server/features/payments/credits/queries.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { recordIds } from '../tables/describe.ts';
import { problemOfDonor, problemOfMember, problemOfMoney, problemOfPayer } from './find-problem.ts';
import { findMemberSubject, findPayerSubject, nobody, type Subject } from '../find-subject.ts';

export async function previewMemberErasure(ctx: Context, id: string): Promise<ErasurePreview> {
  const member = await memberFor(ctx, id);
  const subject = await findMemberSubject(ctx.db, id);
  const problem = await problemOfMember(ctx, member, subject);
  const archives = member.archivedUtc === null && (await hasHistory(ctx.db, id));
  return { problem, ...(await amountsOf(ctx.db, subject)), archives };
}

export async function previewDonorErasure(ctx: Context, id: string): Promise<ErasurePreview> {
  const { email } = await readDonation(ctx.db, id);
  const subject = await findPayerSubject(ctx.db, email, { donationIds: [id] });
  const problem = await problemOfDonor(ctx, email, subject);
  return { problem, ...(await amountsOf(ctx.db, subject)) };
}

export async function previewPayerErasure(ctx: Context, id: string): Promise<ErasurePreview> {
  const invoice = await readInvoice(ctx.db, id);
  const subject = await findPayerSubject(ctx.db, invoice.userEmail, { invoiceIds: [id] });
  const problem = await problemOfPayer(ctx, invoice, subject);
  return { problem, ...(await amountsOf(ctx.db, subject)) };
}

export async function previewMoneyErasure({ db }: Context, id: string): Promise<ErasurePreview> {
  const credit = await readCredit(db, id);
  const { goes, ...others } = await amountsOf(db, { ...nobody, paymentIds: [id] });
  const sender = { what: 'name of the sender', count: 1 };
  return { problem: await problemOfMoney(db, credit), ...others, goes: [sender, ...goes] };
}

async function amountsOf(db: Db, subject: Subject): Promise<Omit<ErasurePreview, 'problem'>> {
  const { emails, memberId, relativeIds, periodIds, invoiceIds, donationIds, paymentIds } = subject;
  const about = recordIds(subject);
  const { rows } = await sql<
    Record<'proofs' | 'mails' | 'bulk' | 'consents' | 'audit' | 'paid' | 'received', number>
  >`
    SELECT
      (SELECT count(*) FROM payment_proofs WHERE invoice_id = ANY (${invoiceIds}::uuid[])) AS proofs,
      (SELECT count(*) FROM (
        SELECT id FROM mails WHERE record_of_mail(about) = ANY (${about}::text[])
        UNION SELECT m.id FROM unnest(${emails}::text[]) AS a (email)
          JOIN mails AS m ON fold(m.to_email) = fold(a.email)) AS found) AS mails,
      (SELECT count(*) FROM bulk_recipients WHERE email = ANY (${emails}::text[])) AS bulk,
      (SELECT count(*) FROM consents WHERE email = ANY (${emails}::text[])) AS consents,
      (SELECT count(*) FROM audit_entries WHERE subject_id = ANY (${about}::uuid[])) AS audit,
      (SELECT count(DISTINCT invoice_id) FROM payments WHERE invoice_id = ANY (${invoiceIds}::uuid[])) AS paid,
      (SELECT count(DISTINCT donation_id) FROM payments WHERE donation_id = ANY (${donationIds}::uuid[])) AS received
  `.execute(db);
  const [counts] = rows;
  if (counts === undefined) throw new Error('the counts of a person have no row');
  return {
    archives: false,
    goes: [
      { what: 'member record with its sign-in', count: memberId === null ? 0 : 1 },
      { what: 'relative', count: relativeIds.length },
      { what: 'unpaid invoice', count: invoiceIds.length - counts.paid },
      { what: 'payment proof', count: counts.proofs },
      { what: 'pending donation', count: donationIds.length - counts.received },
      { what: 'email', count: counts.mails },
      { what: 'bulk email', count: counts.bulk },
      { what: 'consent', count: counts.consents },
      { what: 'audit log detail', count: counts.audit },
    ],
    stays: [
      { what: 'invoice with a payment and the name', count: counts.paid },
      { what: 'received donation with the name', count: counts.received },
      { what: 'payment', count: paymentIds.length },
      { what: 'membership period', count: periodIds.length },
    ],
  };
}
