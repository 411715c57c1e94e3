import { Link } from 'react-router';
import { formatDay } from '#contract/days.ts';
import { formatRand } from '#contract/money.ts';
import {
  paymentRecordTexts as texts,
  type RecordedPayment,
  creditUseInWords,
} from '#contract/payments/recorded-payment.ts';
import { paths } from '#web/app/paths.ts';
import { SideList, SideRow } from '#web/forms/record-layout.tsx';
import { CorrectPayment } from './corrections/correct-payment.tsx';

interface Props {
  payments: readonly RecordedPayment[];
  /** False on the invoice's own page. */
  withInvoice?: boolean;
  /** Loads again what shows them. */
  onCorrected: () => Promise<unknown>;
}

/** Payments with their day, method and the administrator who recorded them. */
export function PaymentList({ payments, withInvoice = false, onCorrected }: Props) {
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
            {payment.bankLineId !== null && (
              <>
                {'. '}
                <Link to={paths.bankLine(payment.bankLineId)}>{texts.bankLine}</Link>
              </>
            )}
          </p>
          {outcomesOf(payment).map((words) => (
            <p key={words}>{words}</p>
          ))}
          <CorrectPayment payment={payment} onCorrected={onCorrected} />
        </SideRow>
      ))}
    </SideList>
  );
}

const sourceWords = {
  payfast: () => texts.byCard,
  credit: texts.fromCredit,
  administrator: texts.recordedBy,
  bank: texts.fromBank,
} as const;

function recordedWords({ source, recordedBy }: RecordedPayment): string {
  return sourceWords[source](recordedBy);
}

function outcomesOf(payment: RecordedPayment): string[] {
  const { state, amount, keptFee, credit, owed, counted, closedBy, closedReason } = payment;
  const lasting = payment.uses.filter(({ undoneBy }) => undoneBy === null);
  const uses = lasting.map((use) => creditUseInWords(use));
  if (state === 'undone') {
    const undone = texts.undone(closedBy ?? '', closedReason ?? '');
    return [undone, ...(owed > 0 ? [texts.owed(owed)] : []), ...uses];
  }
  const left = counted === 0 ? texts.credit(credit) : texts.creditLeft(credit);
  return [
    ...(keptFee > 0 ? [texts.keptFee(keptFee, amount)] : []),
    ...(credit > 0 ? [left] : []),
    ...uses,
  ];
}
