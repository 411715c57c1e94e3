import { registrationTexts } from '#contract/registration/endpoints.ts';
import type { Db } from '#server/platform/db/pool.ts';
import { badField, violated } from '#server/errors.ts';
import { findMemberType } from '#server/features/member-types/queries.ts';
import type { RegistrationForm } from '#server/features/members/member-columns.ts';

/** The type that was chosen, if it is still offered at the fee that was shown. Rules §3. */
export async function chosenType(db: Db, form: RegistrationForm) {
  const type = await findMemberType(db, form.memberTypeId);
  if (type === undefined) throw noType();
  if (type.retired_at !== null) throw badField('memberTypeId', registrationTexts.typeRetired);
  const shown = form.fee ?? null;
  if (shown !== null && Math.round(shown * 100) !== type.fee_cents) {
    throw badField('fee', registrationTexts.feeChanged);
  }
  const isChosen = form.paymentType === 'EFT' || form.paymentType === 'Credit Card';
  if (type.fee_cents > 0 && !isChosen)
    throw badField('paymentType', registrationTexts.choosePayment);
  return type;
}

/** Deleted by an administrator at this moment: the database's refusal, said at the field. */
export async function refusingGoneType<T>(effect: () => Promise<T>): Promise<T> {
  try {
    return await effect();
  } catch (error) {
    if (!violated(error)?.endsWith('_member_type_id_fkey')) throw error;
    throw noType();
  }
}

const noType = () => badField('memberTypeId', 'Please select a member type.');
