import { type ComponentProps, type ComponentType, useState } from 'react';
import { dayOf } from '#contract/days.ts';
import { formatRand } from '#contract/money.ts';
import { paymentAdminTexts as texts } from '#contract/payments/admin-endpoints.ts';
import type { RecordedPayment } from '#contract/payments/recorded-payment.ts';
import { type CodeLater, codeLater } from '#web/app/router/code-later.ts';
import { useMay } from '#web/session/use-may.ts';
import { Button } from '#web/ui/button.tsx';
import { DialogLater } from '#web/ui/dialog-later.tsx';
import type { CorrectDialog } from './correct-dialog.tsx';

const dialog: CodeLater<ComponentType<ComponentProps<typeof CorrectDialog>>> = codeLater(
  async () => (await import('./correct-dialog.tsx')).CorrectDialog,
);

/** Who records payments may undo and correct the own ones of the day. product-rules 3.19. */
export function isOwnOfToday({ isOwn, recordedUtc }: RecordedPayment): boolean {
  return isOwn && dayOf(new Date(recordedUtc)) === dayOf(new Date());
}

/** Whether the user may correct it: a person recorded it, and it was not undone. */
export function isCorrectable(payment: RecordedPayment, may: ReturnType<typeof useMay>): boolean {
  const { state, source } = payment;
  const isRecorded = source === 'administrator' || source === 'bank';
  const mayCorrect = may('money.write') || (may('payments.record') && isOwnOfToday(payment));
  return state !== 'undone' && isRecorded && mayCorrect;
}

interface Props {
  payment: RecordedPayment;
  onCorrected: () => Promise<unknown>;
}

/** Corrects how and when the money of a payment came, of those that a person recorded. */
export function CorrectPayment({ payment, onCorrected }: Props) {
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const { amount } = payment;
  if (!isCorrectable(payment, may)) return null;
  return (
    <>
      <Button kind="quiet" data-print="no" onClick={() => setOpen(true)}>
        <span>
          {texts.correct}
          <span className="visually-hidden">{` ${formatRand(amount)}`}</span>
        </span>
      </Button>
      <DialogLater
        title="Correct payment"
        code={dialog}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        {(Correct) => (
          <Correct payment={payment} onClose={() => setOpen(false)} onCorrected={onCorrected} />
        )}
      </DialogLater>
    </>
  );
}
