import { useState } from 'react';
import * as z from 'zod/mini';
import { dayOf } from '#contract/days.ts';
import {
  type Credit,
  creditTexts,
  donateCredit,
  refundCredit,
  refundMethodsOf,
} from '#contract/payments/credits.ts';
import {
  bankReferenceLongest,
  methodLabel,
  positiveMoney,
} from '#contract/payments/payment-details.ts';
import { useCall } from '#web/api/use-call.ts';
import type { Fact } from '#web/ui/definition-list.tsx';
import { AmountField } from '#web/ui/fields/amount-field.tsx';
import { tidyAmount, typedAmount } from '#web/ui/fields/read-amount.ts';
import { EmailField } from '#web/ui/fields/email-field.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { FieldsDialog, type FieldProblems } from '#web/forms/fields-dialog.tsx';
import styles from './credits-page.module.css';

export interface UseProps {
  credit: Credit;
  facts: readonly Fact[];
  onClose: () => void;
  onDone: () => Promise<unknown>;
}

const amount = typedAmount(positiveMoney);

/** The whole credit at first. */
function Amount({ credit, problems }: { credit: Credit; problems: FieldProblems }) {
  return (
    <AmountField
      name="amount"
      label="Amount"
      defaultValue={tidyAmount(String(credit.amount))}
      error={problems['amount']}
    />
  );
}

const refundForm = z.extend(refundCredit.body, { amount });

export function RefundDialog({ credit, facts, onClose, onDone }: UseProps) {
  const notify = useNotify();
  const { send, busy } = useCall(refundCredit);
  const [today] = useState(() => dayOf(new Date()));
  return (
    <FieldsDialog
      title="Record a refund"
      explained={creditTexts.refundExplained}
      facts={facts}
      confirm="Record the refund"
      busy={busy}
      schema={refundForm}
      onClose={onClose}
      onConfirm={async (body) => {
        const outcome = await send({ params: { id: credit.id }, body });
        if (!outcome.ok) return outcome.error;
        notify.success(creditTexts.refunded);
        await onDone();
        return null;
      }}
      renderFields={(problems) => (
        <>
          <div className={styles.pair}>
            <Amount credit={credit} problems={problems} />
            <TextField
              name="refundedOn"
              type="date"
              label="Paid back on"
              defaultValue={today}
              min={credit.paidOn}
              max={today}
              error={problems['refundedOn']}
            />
          </div>
          <SelectField
            name="refundedBy"
            label="Refunded by"
            options={refundMethodsOf(credit).map((value) => ({
              value,
              label: methodLabel(value),
            }))}
            defaultValue="EFT"
            error={problems['refundedBy']}
          />
          <TextField
            name="reference"
            label="Bank reference"
            optional
            autoComplete="off"
            maxLength={bankReferenceLongest}
            error={problems['reference']}
          />
        </>
      )}
    />
  );
}

const donationForm = z.extend(donateCredit.body, { amount });

export function DonateDialog({ credit, facts, onClose, onDone }: UseProps) {
  const notify = useNotify();
  const { send, busy } = useCall(donateCredit);
  return (
    <FieldsDialog
      title="Make a donation of it"
      facts={facts}
      confirm="Record the donation"
      busy={busy}
      schema={donationForm}
      onClose={onClose}
      onConfirm={async (body) => {
        const outcome = await send({ params: { id: credit.id }, body });
        if (!outcome.ok) return outcome.error;
        notify.success(creditTexts.donated(outcome.data.reference));
        await onDone();
        return null;
      }}
      renderFields={(problems) => (
        <>
          <Amount credit={credit} problems={problems} />
          <div className={styles.pair}>
            <TextField
              name="firstName"
              label="First name"
              defaultValue={credit.payerFirstName}
              error={problems['firstName']}
            />
            <TextField
              name="lastName"
              label="Last name"
              defaultValue={credit.payerLastName}
              error={problems['lastName']}
            />
          </div>
          <EmailField
            name="email"
            label="Email"
            defaultValue={credit.payerEmail}
            error={problems['email']}
          />
        </>
      )}
    />
  );
}
