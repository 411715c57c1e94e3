import { formatInstant } from '#contract/days.ts';
import { type Invoice, invoiceStateNames, isOpen } from '#contract/invoices.ts';
import { leastCardAmount } from '#contract/limits.ts';
import { formatRand } from '#contract/money.ts';
import { paymentTexts } from '#contract/payments.ts';
import { usePublicSettings } from '#web/api/use-public-settings.ts';
import { paths } from '#web/app/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import { HowToPay } from './how-to-pay.tsx';
import { InvoicePdf } from './invoice-pdf.tsx';
import styles from './own-invoice.module.css';

export function OwnInvoice({ invoice }: { invoice: Invoice }) {
  const { invoiceNumber, amount, state, createdUtc } = invoice;
  const isDue = isOpen(state);
  const offersCard = usePublicSettings()?.offersCard ?? true;
  return (
    <li className={styles.invoice}>
      <div className={styles.head}>
        <h3 className={styles.number}>{invoiceNumber}</h3>
        <StatusBadge status={invoiceStateNames[state]} />
      </div>
      <InvoicePdf id={invoice.id} invoiceNumber={invoiceNumber} />
      <dl className={styles.facts}>
        <Fact label="Date" value={formatInstant(createdUtc)} />
        <Fact label="Amount" value={formatRand(amount)} />
        <Fact label="Due" value={formatRand(isDue ? amount : 0)} />
      </dl>
      {isDue && offersCard && amount >= leastCardAmount && (
        <ButtonLink
          kind="primary"
          className={styles.payNow}
          to={paths.paymentRedirect('subscription', invoice.id)}
        >
          <span>
            {paymentTexts.payNow}
            <span className="visually-hidden"> {invoiceNumber} by card</span>
          </span>
        </ButtonLink>
      )}
      {isDue && <HowToPay invoice={invoice} />}
    </li>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
