import { useRef } from 'react';
import {
  paymentAdminTexts as texts,
  type undoDonationPayment,
  type undoInvoicePayment,
} from '#contract/payments/admin-endpoints.ts';
import { useAskReason } from '#web/forms/use-ask-reason.tsx';
import { CheckboxField } from '#web/ui/fields/checkbox-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useMembershipChoice } from './use-membership-choice.tsx';

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
