import { TriangleAlert } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { companyInfoTexts } from '#contract/company-info/endpoints.ts';
import { missingForEft } from '#contract/company-info/missing-for-eft.ts';
import { invoiceNumber } from '#contract/numbers.ts';
import { Card } from '#web/ui/card.tsx';
import { DefinitionList } from '#web/ui/definition-list.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import styles from './bank-section.module.css';
import companyInfoStyles from './company-info.module.css';
import type { CompanyValues } from './company-values.ts';
import type { CompanyForm } from './use-company-form.ts';

/** Text, not numbers: account numbers and branch codes begin with zeros. product-rules 6.16. */
const asDigits = { inputMode: 'numeric', autoComplete: 'off' } as const;

export function BankSection({ edit }: { edit: CompanyForm }) {
  const { form, field, company } = edit;
  const values = useWatch({ control: form.control, compute: (all) => all });
  return (
    <Card title="Bank details">
      <BankMissing missing={missingForEft(values)} />
      <div className={companyInfoStyles.bank}>
        <div className={companyInfoStyles.fields}>
          <TextField {...form.register('bank')} {...field('bank')} autoComplete="off" />
          <TextField
            {...form.register('accountNumber')}
            {...field('accountNumber')}
            {...asDigits}
          />
          <TextField {...form.register('branchCode')} {...field('branchCode')} {...asDigits} />
          <TextField
            {...form.register('accountType')}
            {...field('accountType', 'Such as Cheque or Savings.')}
            autoComplete="off"
          />
          <TextField
            {...form.register('swiftCode')}
            {...field('swiftCode', 'Only needed for payments from abroad.')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            optional
          />
        </div>
        <EftPreview values={values} lastInvoice={company.lastUsedInvoiceNumber} />
      </div>
    </Card>
  );
}

/** A warning, and how to resolve it. */
function BankMissing({ missing }: { missing: readonly string[] }) {
  if (missing.length === 0) return null;
  return (
    <div className={styles.warning}>
      <TriangleAlert aria-hidden size={20} className={styles.icon} />
      <div>
        <p className={styles.sentence}>{companyInfoTexts.bankMissing}</p>
        <p>Still to fill in: {missing.join(', ')}.</p>
      </div>
    </div>
  );
}

interface Props {
  values: CompanyValues;
  lastInvoice: number;
}

/** A preview of the bank details on invoices. */
function EftPreview({ values, lastInvoice }: Props) {
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
