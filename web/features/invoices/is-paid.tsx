import { formatDay } from '#contract/days.ts';
import { type Invoice, invoiceStateNames } from '#contract/invoices.ts';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import styles from './is-paid.module.css';

/** The specification's read-only checkbox, and in words what it can not say: since when, or void. */
export function IsPaid({ invoice }: { invoice: Pick<Invoice, 'isPaid' | 'state' | 'paidOn'> }) {
  return (
    <span className={styles.isPaid}>
      <input
        type="checkbox"
        aria-label="Is Paid"
        checked={invoice.isPaid}
        disabled
        readOnly
        className={styles.box}
      />
      <span className={styles.words}>
        <StatusBadge status={invoiceStateNames[invoice.state]} />
        {invoice.paidOn !== null && <span className={styles.day}>{formatDay(invoice.paidOn)}</span>}
      </span>
    </span>
  );
}
