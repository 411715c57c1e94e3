import { hasRole, may } from '#server/platform/access/permissions.ts';
import { randomUUID } from 'node:crypto';
import {
  donationTexts,
  donationTypeNames,
  isTooSmallForCard,
  type donate as endpoint,
} from '#contract/donations/endpoints.ts';
import type { BodyOf, ReplyOf } from '#contract/endpoint.ts';
import { readIssuer } from '#server/features/company-info/queries.ts';
import { hasProvedAddress, recordTicked } from '#server/features/communication/consents.ts';
import type { Db } from '#server/platform/db/pool.ts';
import type { DonationMethod } from '#server/platform/db/tables.ts';
import { centsOf } from '#contract/money.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { badField } from '#server/errors.ts';
import { eftDetailsOf } from '#server/platform/pdf/bank-details.ts';
import { queueMail, queueMails } from '#server/platform/mail/queue-mail.ts';
import { allowsVisitorMail } from '#server/platform/mail/visitor-mail.ts';
import type { Context } from '#server/context.ts';
import { addDonation, type ChosenType } from './add-donation.ts';
import { auditDonation } from './audit-donation.ts';

interface Options {
  offersCard?: boolean;
  /** The address of a transfer site, by the name of the method. */
  transferLinks?: ReadonlyMap<string, string>;
}

/**
 * Records a pending donation. For EFT, mails the bank details to the donor. For a transfer site
 * without an address, the donor waits for an answer. A donation created by an administrator sends no
 * mail. Cards are refused below R5.00. product-rules 6.20, 7.10.
 */
export async function donate(
  ctx: Context,
  form: BodyOf<typeof endpoint>,
  { offersCard = true, transferLinks = new Map() }: Options = {},
): Promise<ReplyOf<typeof endpoint>> {
  return inTransaction(ctx, async (inside) => {
    const type = await chosenType(inside.db, form, offersCard);
    const id = randomUUID();
    const isByAdministrator = may(inside, 'money.write');
    // An administrator cannot give a consent for a donor.
    if (!isByAdministrator) {
      const { email, consents } = form;
      const isProved = await hasProvedAddress(inside, email);
      await recordTicked(inside, { email, choices: consents, source: 'donation', isProved });
    }
    const isTransfer = type.name === donationTypeNames.eft && !isByAdministrator;
    const issuer = isTransfer ? await readIssuer(inside.db) : null;
    const kind = 'donation-details';
    if (isTransfer && (await allowsVisitorMail(inside, kind, form.email))) {
      await queueMail(inside, {
        kind,
        toEmail: form.email,
        toName: `${form.firstName} ${form.lastName}`,
        about: { donationId: id },
      });
    }
    const needsAnswer =
      !isByAdministrator && isTransferSite(type.name) && !transferLinks.has(type.name);
    if (needsAnswer) await askForAnswer(inside, { id, form });
    const donation = await addDonation(inside, {
      id,
      donor: form,
      amountCents: centsOf(form.amount),
      type,
      needsAnswer,
    });
    await auditDonation(inside, { action: 'donate', after: donation });
    const { amount, paymentReference } = donation;
    const eftDetails = issuer && eftDetailsOf(issuer, paymentReference, amount);
    return { ...donation, eftDetails };
  });
}

function isTransferSite(name: DonationMethod): boolean {
  return name === donationTypeNames.worldRemit || name === donationTypeNames.wise;
}

/** Promises the donor a mail, and asks every administrator to write it. */
async function askForAnswer(
  ctx: Context,
  { id, form }: { id: string; form: BodyOf<typeof endpoint> },
): Promise<void> {
  const about = { donationId: id };
  if (await allowsVisitorMail(ctx, 'donation-promise', form.email)) {
    await queueMail(ctx, {
      kind: 'donation-promise',
      toEmail: form.email,
      toName: `${form.firstName} ${form.lastName}`,
      about,
    });
  }
  const administrators = await ctx.db
    .selectFrom('users')
    .select(['email', 'first_name', 'last_name'])
    .where(hasRole('Admin'))
    .where('removed_at', 'is', null)
    // Each locks the counts of the addresses in the same order.
    .orderBy('email')
    .execute();
  const kind = 'donation-question';
  const mails = [];
  for (const { email, first_name, last_name } of administrators) {
    if (!(await allowsVisitorMail(ctx, kind, email))) continue;
    mails.push({ kind, toEmail: email, toName: `${first_name} ${last_name}`.trim(), about });
  }
  await queueMails(ctx, mails);
}

async function chosenType(
  db: Db,
  { donationTypeId, amount }: BodyOf<typeof endpoint>,
  offersCard: boolean,
): Promise<ChosenType> {
  const type = await db
    .selectFrom('donation_types')
    .select(['id', 'name'])
    .where('id', '=', donationTypeId)
    .executeTakeFirst();
  const isOffered = type !== undefined && (offersCard || type.name !== donationTypeNames.card);
  if (!isOffered) throw badField('donationTypeId', donationTexts.noMethod);
  if (isTooSmallForCard(type.name, amount)) {
    throw badField('amount', donationTexts.tooSmallForCard);
  }
  return type;
}
