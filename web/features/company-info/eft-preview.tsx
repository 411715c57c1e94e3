import { companyInfoTexts } from '#contract/company-info.ts';
import { invoiceNumber } from '#contract/numbers.ts';
import { DefinitionList } from '#web/ui/definition-list.tsx';
import type { CompanyValues } from './company-values.ts';
import styles from './eft-preview.module.css';

interface Props {
  values: CompanyValues;
  lastInvoice: number;
}

/** The bank block of the invoices, as it is being typed. */
export function EftPreview({ values, lastInvoice }: Props) {
  const last = Math.max(lastInvoice, values.lastUsedInvoiceNumber || 0);
  const facts = [
    { label: 'Account holder', value: values.name },
    { label: 'Bank', value: values.bank },
    { label: 'Account number', value: values.accountNumber },
    { label: 'Branch code', value: values.branchCode },
    { label: 'Account type', value: values.accountType },
    { label: 'SWIFT code', value: values.swiftCode },
    { label: 'Payment reference', value: invoiceNumber(last + 1) },
  ].filter(({ value }) => value?.trim());
  return (
    <section aria-label={companyInfoTexts.preview} className={styles.preview}>
      <h3>{companyInfoTexts.preview}</h3>
      {values.accountNumber?.trim() ? (
        <DefinitionList facts={facts} />
      ) : (
        <p>“{companyInfoTexts.bankUnknown}”</p>
      )}
      <p className={styles.hint}>{companyInfoTexts.previewHint}</p>
    </section>
  );
}
