import { sql } from 'kysely';
import { resetPassword } from '#contract/auth/endpoints.ts';
import { updateMember } from '#contract/members/endpoints.ts';
import { createRelative } from '#contract/members/relatives.ts';
import { uploadProfilePicture } from '#contract/files.ts';
import { mailResetLink } from '#server/features/auth/mail-reset-link.ts';
import { recordConsent } from '#server/features/communication/consents.ts';
import { donate } from '#server/features/donations/donate.ts';
import { settleDonation } from '#server/features/payments/settle-donation.ts';
import { settleInvoice } from '#server/features/payments/settle-invoice.ts';
import { ask } from './call.ts';
import { naledi, password, registered, tokenOf, typeId } from './people.ts';
import { donationTypeId, notify, signed, toldOf } from './payfast/notifications.ts';
import { asFile, halves } from './pictures.ts';
import type { TestSite } from './app.ts';

/** A member of whom something stands in every table that may hold something of one. */
export async function wholeLife(site: TestSite, name: string) {
  const email = `${name.toLowerCase()}@example.org`;
  const memberTypeId = await typeId(site, 'FAMILY');
  const member = await registered(site, { email, firstName: name, lastName: name, memberTypeId });
  const { memberId, userId, invoiceId } = member;
  await settleInvoice(site.work(), { invoiceId, source: 'payfast', externalReference: name });
  await notify(site, 'subscription', signed(toldOf(invoiceId, { name_first: name })));
  const donation = await donate(site.work(), {
    firstName: name,
    lastName: name,
    email,
    amount: 77,
    donationTypeId: await donationTypeId(site, 'EFT'),
  });
  await settleDonation(site.work(), { donationId: donation.id, source: 'administrator' });
  const token = await tokenOf(site, userId);
  await ask(
    site,
    uploadProfilePicture,
    { file: asFile(await halves()), body: { userId } },
    { token },
  );
  const child = { mainMemberId: memberId, firstName: name, lastName: name, email };
  await ask(site, createRelative, { body: { ...child, dateOfBirth: '2015-06-01' } }, { token });
  const office = await naledi(site);
  await ask(
    site,
    updateMember,
    { params: { id: memberId }, body: { phone: '083 765 4321' } },
    { token: office.token },
  );
  await sql`INSERT INTO reminders (period_id, step, noted_at)
    SELECT id, -30, ${site.clock.now()} FROM membership_periods WHERE member_id = ${memberId}
  `.execute(site.db);
  const consent = { email, words: 'Yes, please.', source: 'registration' };
  await recordConsent(site.work(), { ...consent, purpose: 'news' });
  await sql`INSERT INTO suppressions (id, email, kind, reason, at)
    VALUES (gen_random_uuid(), ${email}, 'unsubscribed', 'Enough', ${site.clock.now()})
  `.execute(site.db);
  await sql`WITH mail AS (
      INSERT INTO bulk_emails (id, communication_list_id, subject, title, content, created_at)
      SELECT gen_random_uuid(), id, 'A herd', '', '', ${site.clock.now()}
      FROM communication_lists LIMIT 1 RETURNING id)
    INSERT INTO bulk_recipients (bulk_email_id, email, name, replacements, answer)
    SELECT id, ${email}, ${name}, '{}', 'Taken' FROM mail`.execute(site.db);
  return { ...member, token };
}

/** Sets the password by the link in the mail, which shows that the address is the member's. */
export async function proveEmail(site: TestSite, email: string): Promise<void> {
  await mailResetLink(site.work(), email);
  const { secret } = await site.db
    .selectFrom('mails')
    .where('to_email', '=', email)
    .where('kind', '=', 'reset')
    .orderBy('created_at', 'desc')
    .select('secret')
    .executeTakeFirstOrThrow();
  await ask(site, resetPassword, {
    body: { email, token: secret ?? '', newPassword: password },
  });
}
