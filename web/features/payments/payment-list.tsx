import { Link } from 'react-router';
import { formatDay } from '#contract/days.ts';
import { formatRand } from '#contract/money.ts';
import {
  paymentRecordTexts as texts,
  type RecordedPayment,
} from '#contract/payments/recorded-payment.ts';
import { paths } from '#web/app/paths.ts';
import { SideList, SideRow } from '#web/forms/record-layout.tsx';

interface Props {
  payments: readonly RecordedPayment[];
  /** False on the invoice's own page. */
  withInvoice?: boolean;
}

/** Payments with their day, method and the administrator who recorded them. */
export function PaymentList({ payments, withInvoice = false }: Props) {
  if (payments.length === 0) return <p>{texts.none}</p>;
  return (
    <SideList>
      {payments.map((payment) => (
        <SideRow
          key={payment.id}
          first={formatRand(payment.amount)}
          end={formatDay(payment.paidOn)}
        >
          <p>
            {withInvoice && payment.invoiceId !== null && (
              <>
                <Link to={paths.invoice(payment.invoiceId)}>{payment.invoiceNumber}</Link>
                {', '}
              </>
            )}
            {`${payment.method}. ${recordedWords(payment)}`}
          </p>
          <p>{outcomeWords(payment)}</p>
        </SideRow>
      ))}
    </SideList>
  );
}

function recordedWords({ source, recordedBy }: RecordedPayment): string {
  return source === 'payfast' ? texts.byCard : texts.recordedBy(recordedBy);
}

function outcomeWords({ state, closedBy, closedReason }: RecordedPayment): string | null {
  if (state === 'counts') return null;
  if (closedBy === null) return texts.credit;
  const words = state === 'undone' ? texts.undone : texts.closedCredit;
  return words(closedBy, closedReason ?? '');
}
