import { type RefObject, useRef } from 'react';
import type { Invoice } from '#contract/invoices/endpoints.ts';
import {
  paymentAdminTexts as texts,
  type undoDonationPayment,
  type undoInvoicePayment,
} from '#contract/payments/admin-endpoints.ts';
import {
  type MembershipChoice,
  membershipChoiceTexts as choiceTexts,
} from '#contract/payments/membership-choice.ts';
import { useMay } from '#web/session/use-may.ts';
import { useAskReason } from '#web/forms/use-ask-reason.tsx';
import { CheckboxField } from '#web/ui/fields/checkbox-field.tsx';
import type { FieldProblems } from '#web/forms/fields-dialog.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { type PaidMembership, useLaterRecords } from './use-later-records.ts';

/**
 * Asks for the reason, and where the money is. Put `whereIsIt` into the question's body, and `membershipOf` for a
 * membership invoice.
 */
export function useUndoPayment(
  endpoint: typeof undoInvoicePayment | typeof undoDonationPayment,
  onDone: (id: string) => Promise<unknown>,
  onRefused?: (message: string | null) => void,
) {
  const keeps = useRef<HTMLInputElement>(null);
  const returned = useRef<HTMLInputElement>(null);
  const mails = useRef<HTMLInputElement>(null);
  const membership = useMembershipChoice();
  const { ask, dialog } = useAskReason(endpoint, {
    done: texts.undone,
    onDone,
    ...(onRefused && { onRefused }),
    more: () => ({
      keepAsCredit: keeps.current?.checked === true,
      returnedOn: returned.current?.value || null,
      mailsPayer: mails.current?.checked === true,
      ...membership.read(),
    }),
  });
  const whereIsIt = (problems: FieldProblems) => (
    <>
      <CheckboxField ref={keeps} label={texts.keepAsCredit} hint={texts.keepAsCreditHint} />
      <TextField
        ref={returned}
        name="returnedOn"
        type="date"
        label={texts.returnedOn}
        hint={texts.returnedOnHint}
        error={problems['returnedOn']}
        optional
      />
      <CheckboxField ref={mails} label={texts.mailsPayer} hint={texts.mailsPayerHint} />
    </>
  );
  return { ask, dialog, whereIsIt, membershipOf: membership.fieldsOf };
}

const { remove, removeLast, shortened, kept } = choiceTexts.periods;

/** If a later period may follow. The first one is refused if it does. */
export const periodOptions = [
  { value: '', label: removeLast },
  { value: 'shortened', label: shortened },
  { value: 'kept', label: kept },
];

const lastPeriodOptions = [
  { value: '', label: remove },
  { value: 'kept', label: kept },
];

type MembershipInvoice = Pick<Invoice, 'id' | 'memberId'>;

/** What becomes of a membership whose payment or write-off is undone. */
export function useMembershipChoice() {
  const period = useRef<HTMLSelectElement>(null);
  const voids = useRef<HTMLInputElement>(null);
  const fieldsOf = (invoice: MembershipInvoice | null, { isPaid = true } = {}) => (
    <MembershipFields
      paid={
        invoice === null || invoice.memberId === null
          ? null
          : { memberId: invoice.memberId, invoiceId: invoice.id }
      }
      period={isPaid ? period : null}
      voids={voids}
    />
  );
  const read = (): MembershipChoice => {
    const value = period.current?.value;
    return {
      period: value === 'kept' || value === 'shortened' ? value : null,
      voidsOther: voids.current?.checked === true,
    };
  };
  return { fieldsOf, read };
}

interface MembershipProps {
  /** Null if it is not known: then every choice is offered. */
  paid: PaidMembership | null;
  /** Null if the invoice has added none. */
  period: RefObject<HTMLSelectElement | null> | null;
  voids: RefObject<HTMLInputElement | null>;
}

function MembershipFields({ paid, period, voids }: MembershipProps) {
  const { hasLater, hasOtherOpen } = useLaterRecords(paid);
  const mayVoid = useMay()('money.write');
  return (
    <>
      {period !== null && (
        <SelectField
          ref={period}
          label={choiceTexts.period}
          options={hasLater ? periodOptions : lastPeriodOptions}
        />
      )}
      {hasOtherOpen && mayVoid && (
        <CheckboxField
          ref={voids}
          label={choiceTexts.voidsOther}
          hint={choiceTexts.voidsOtherHint}
        />
      )}
    </>
  );
}
