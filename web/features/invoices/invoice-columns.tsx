import { formatInstant } from '#contract/days.ts';
import type { Invoice } from '#contract/invoices.ts';
import { formatRand } from '#contract/money.ts';
import type { Column } from '#web/lists/list-shape.ts';
import { EmailText } from '#web/ui/email-text.tsx';
import styles from './invoice-columns.module.css';
import { IsPaid } from './is-paid.tsx';

export const invoiceColumns: readonly Column<Invoice>[] = [
  {
    header: 'Number',
    sortBy: 'InvoiceNumber',
    card: 'title',
    cell: ({ invoiceNumber, line }) => (
      <span className={styles.pair}>
        <span className={styles.number}>{invoiceNumber}</span>
        <span className={styles.second}>{line}</span>
      </span>
    ),
  },
  {
    header: 'Payer',
    sortBy: 'UserLastName',
    cell: ({ userFirstName, userLastName, userEmail }) => (
      <span className={styles.pair}>
        <span>{`${userFirstName} ${userLastName}`}</span>
        <span className={styles.second}>
          <EmailText email={userEmail} />
        </span>
      </span>
    ),
  },
  {
    header: 'Amount',
    sortBy: 'Amount',
    align: 'end',
    cell: ({ amount, paymentType }) => (
      <span className={styles.pair}>
        <span className={styles.amount}>{formatRand(amount)}</span>
        <span className={styles.second}>{paymentType}</span>
      </span>
    ),
  },
  {
    header: 'Is Paid',
    sortBy: 'PaidDate',
    card: 'badge',
    cell: (invoice) => <IsPaid invoice={invoice} />,
  },
  {
    header: 'Created',
    sortBy: 'CreatedUtc',
    cell: ({ createdUtc }) => <span className={styles.day}>{formatInstant(createdUtc)}</span>,
  },
];
