import type { Selectable } from 'kysely';
import type { PaymentType } from '#contract/invoices/endpoints.ts';
import type { Tables } from '#server/platform/db/tables.ts';
import type { Context } from '#server/context.ts';
import { lockMemberFor } from '#server/features/members/member-access.ts';
import type { InvoiceToIssue } from '#server/features/invoices/issue-invoice.ts';

export type RenewingMember = Selectable<Tables['members']>;
export type RenewalPayer = Pick<
  RenewingMember,
  'id' | 'first_name' | 'last_name' | 'email' | 'postal_address' | 'zip_code'
>;
export type RenewedType = Pick<Selectable<Tables['member_types']>, 'id' | 'name' | 'fee_cents'>;

/** Locks the member's row until the transaction ends. Call it before locking the member's invoices. */
export async function lockRenewingMember(ctx: Context, id: string): Promise<RenewingMember> {
  const member = await lockMemberFor(ctx, id);
  return ctx.db
    .selectFrom('members')
    .selectAll()
    .where('id', '=', member.id)
    .executeTakeFirstOrThrow();
}

/** The invoice that renews a membership. It stores the type and its fee. product-rules 3.11. */
export function renewalOf(
  member: RenewalPayer,
  type: RenewedType,
  paymentType: PaymentType,
): InvoiceToIssue {
  return {
    memberId: member.id,
    memberTypeId: type.id,
    payer: {
      firstName: member.first_name,
      lastName: member.last_name,
      email: member.email,
      address: `${member.postal_address}\n${member.zip_code}`,
    },
    line: `Membership: ${type.name}`,
    amountCents: type.fee_cents,
    paymentType,
  };
}
