import { type Invoice, invoiceTexts } from '#contract/invoices.ts';
import { CopyButton } from '#web/ui/reading/copy-button.tsx';
import styles from './how-to-pay.module.css';

/** An invoice that was to be paid by card has not been mailed. Rules §8. */
export function HowToPay({ invoice }: { invoice: Invoice }) {
  const { invoiceNumber, paymentType } = invoice;
  const wasMailed = paymentType === 'EFT';
  return (
    <div className={styles.box}>
      <p>{invoiceTexts.payByEft}</p>
      <p className={styles.reference}>
        <strong>{invoiceNumber}</strong>
        <CopyButton value={invoiceNumber} what={`reference ${invoiceNumber}`} />
      </p>
      <p className={styles.bank}>
        {wasMailed ? invoiceTexts.bankDetailsInMail : invoiceTexts.bankDetailsInPdf}
      </p>
    </div>
  );
}
