import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Member } from '#contract/members/endpoints.ts';
import { membershipPaymentTexts } from '#contract/payments/membership-payment.ts';
import { codeLater } from '#web/app/router/code-later.ts';
import { DialogLater } from '#web/ui/dialog-later.tsx';

const recordPaymentDialog = codeLater(
  async () => (await import('./record-payment-dialog.tsx')).RecordPaymentDialog,
);

interface Options {
  /** The member whose dialog is open at first. */
  first?: Member | null;
  /** Called when a payment was recorded, or refused because the membership has changed: reload the member. */
  onDone: (id: string) => Promise<unknown>;
}

/** `ask(member)` opens the dialog; confirming records the fee. Render `dialog` outside of any form. */
export function useRecordPayment({ first = null, onDone }: Options) {
  const client = useQueryClient();
  const [member, setMember] = useState(first);

  async function reload(id: string) {
    await Promise.all([client.invalidateQueries({ queryKey: ['invoices'] }), onDone(id)]);
  }

  const dialog = (
    <DialogLater
      title={membershipPaymentTexts.recordPayment}
      code={recordPaymentDialog}
      isOpen={member !== null}
      onClose={() => setMember(null)}
    >
      {(RecordPaymentDialog) =>
        member && (
          <RecordPaymentDialog
            member={member}
            onClose={() => setMember(null)}
            onChanged={() => reload(member.id)}
          />
        )
      }
    </DialogLater>
  );
  return { ask: setMember, dialog };
}
