import type { Invoice } from '#contract/invoices/endpoints.ts';
import type { useOneAtATime } from '#web/api/use-one-at-a-time.ts';
import { useState } from 'react';
import { leastCardAmount } from '#contract/limits.ts';
import { renewDialogTexts } from '#contract/profile/texts.ts';
import { usePublicSettings } from '#web/api/use-public-settings.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { RadioCards } from '#web/ui/fields/radio-cards.tsx';
import styles from './renew-dialog.module.css';

import type { Renewal, Method } from './use-renewal.ts';

const card = {
  value: 'Credit Card',
  title: renewDialogTexts.card,
  line: renewDialogTexts.cardNext,
} as const;
const eft = { value: 'EFT', title: renewDialogTexts.eft, line: renewDialogTexts.eftNext } as const;

export function RenewDialog({ renewal, once: { busy, run }, openInvoice }: RenewalProps) {
  const { request, feeOf, close, proceed, saveOnly } = renewal;
  const [chosen, setChosen] = useState<Method | ''>('');
  const offersCard = usePublicSettings()?.offersCard ?? true;
  const fee = feeOf(request?.values.memberTypeID ?? '');
  const options = offersCard && fee >= leastCardAmount ? [card, eft] : [eft];
  // A single payment method is preselected. Free types need none, but the call requires one.
  const method = fee === 0 || options.length === 1 ? 'EFT' : chosen;
  // Another type voids the open invoice.
  const continues =
    openInvoice !== undefined && openInvoice.memberTypeId === request?.values.memberTypeID;
  return (
    <Dialog
      title={renewDialogTexts.title}
      onClose={() => busy || close()}
      actions={
        <>
          <Button kind="quiet" off={busy} onClick={close}>
            Cancel
          </Button>
          <Button off={busy} onClick={() => void run(saveOnly)}>
            {renewDialogTexts.saveOnly}
          </Button>
          <Button
            kind="primary"
            busy={busy}
            disabled={method === ''}
            onClick={() => method !== '' && void run(() => proceed(method))}
          >
            {renewDialogTexts.proceed}
          </Button>
        </>
      }
    >
      {request && <p>{renewDialogTexts.member(request.values)}</p>}
      <p className={styles.fee}>{renewDialogTexts.fee(fee)}</p>
      {continues && <p>{renewDialogTexts.openInvoice(openInvoice.invoiceNumber)}</p>}
      {fee === 0 ? (
        <p>{renewDialogTexts.free}</p>
      ) : (
        <RadioCards
          legend="Payment method"
          name="renewalMethod"
          hint={method === '' ? renewDialogTexts.chooseMethod : null}
          options={options}
          value={method}
          onChange={(event) => setChosen(event.target.value as Method)}
        />
      )}
      <FormProblem message={request?.problem ?? null} />
    </Dialog>
  );
}

export interface RenewalProps {
  renewal: Renewal;
  once: ReturnType<typeof useOneAtATime>;
  /** The invoice that a renewal without another type continues. */
  openInvoice: Invoice | undefined;
}
