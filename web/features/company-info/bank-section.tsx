import { useWatch } from 'react-hook-form';
import { Card } from '#web/ui/card.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { BankMissing } from './bank-missing.tsx';
import styles from './company-info.module.css';
import { missingForEft } from './company-values.ts';
import { EftPreview } from './eft-preview.tsx';
import type { CompanyForm } from './use-company-form.ts';

/** Text, not numbers: account numbers and branch codes begin with zeros. Rules §6. */
const asDigits = { inputMode: 'numeric', autoComplete: 'off' } as const;

export function BankSection({ edit }: { edit: CompanyForm }) {
  const { form, field, company } = edit;
  const values = useWatch({ control: form.control, compute: (all) => all });
  return (
    <Card title="Bank details">
      <BankMissing missing={missingForEft(values)} />
      <div className={styles.bank}>
        <div className={styles.fields}>
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
