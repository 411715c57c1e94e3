import { paymentTexts } from '#contract/payments.ts';
import { paths } from '#web/app/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import type { PaymentRecord } from './find-record.ts';
import type { PaymentOfAddress } from './payment-of-address.ts';

interface Props {
  payment: PaymentOfAddress;
  record: PaymentRecord | null;
}

/** Only while there is something to pay. */
export function TryAgain({ payment: { kind, id }, record }: Props) {
  const isOpen = ['unpaid', 'failed', 'cancelled'].includes(record?.state ?? '');
  if (!isOpen || kind === null || id === null) return null;
  return (
    <ButtonLink kind="primary" wide to={paths.paymentRedirect(kind, id)}>
      {paymentTexts.tryAgain}
    </ButtonLink>
  );
}
