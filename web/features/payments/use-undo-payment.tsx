import { useRef } from 'react';
import {
  paymentAdminTexts as texts,
  type undoDonationPayment,
  type undoInvoicePayment,
} from '#contract/payments/admin-endpoints.ts';
import {
  type MembershipChoice,
  membershipChoiceTexts as choiceTexts,
} from '#contract/payments/membership-choice.ts';
import { useAskReason } from '#web/forms/use-ask-reason.tsx';
import { CheckboxField } from '#web/ui/fields/checkbox-field.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';

/**
 * Asks for the reason, and where the money is. Put `whereIsIt` into the question's body, and `membership` for a
 * membership invoice.
 */
export function useUndoPayment(
  endpoint: typeof undoInvoicePayment | typeof undoDonationPayment,
  onDone: (id: string) => Promise<unknown>,
  onRefused?: (message: string | null) => void,
) {
  const keeps = useRef<HTMLInputElement>(null);
  const returned = useRef<HTMLInputElement>(null);
  const membership = useMembershipChoice();
  const { ask, dialog } = useAskReason(endpoint, {
    done: texts.undone,
    onDone,
    ...(onRefused && { onRefused }),
    more: () => ({
      keepAsCredit: keeps.current?.checked === true,
      returnedOn: returned.current?.value || null,
      ...membership.read(),
    }),
  });
  const whereIsIt = (
    <>
      <CheckboxField ref={keeps} label={texts.keepAsCredit} hint={texts.keepAsCreditHint} />
      <TextField
        ref={returned}
        type="date"
        label={texts.returnedOn}
        hint={texts.returnedOnHint}
        optional
      />
    </>
  );
  return { ask, dialog, whereIsIt, membership: membership.fields };
}

const { remove, shortened, kept } = choiceTexts.periods;

/** The first one is refused if a later period follows. */
export const periodOptions = [
  { value: '', label: remove },
  { value: 'shortened', label: shortened },
  { value: 'kept', label: kept },
];

/** What becomes of a membership whose payment is undone. */
export function useMembershipChoice() {
  const period = useRef<HTMLSelectElement>(null);
  const voids = useRef<HTMLInputElement>(null);
  const fields = (
    <>
      <SelectField ref={period} label={choiceTexts.period} options={periodOptions} />
      <CheckboxField ref={voids} label={choiceTexts.voidsOther} hint={choiceTexts.voidsOtherHint} />
    </>
  );
  const read = (): MembershipChoice => {
    const value = period.current?.value;
    return {
      period: value === 'kept' || value === 'shortened' ? value : null,
      voidsOther: voids.current?.checked === true,
    };
  };
  return { fields, read };
}
