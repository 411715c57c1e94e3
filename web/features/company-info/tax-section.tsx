import { companyInfoTexts } from '#contract/company-info.ts';
import { Card } from '#web/ui/card.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import styles from './company-info.module.css';
import type { CompanyForm } from './use-company-form.ts';

export function TaxSection({ edit }: { edit: CompanyForm }) {
  const { form, field } = edit;
  return (
    <Card title="Tax">
      <div className={styles.narrow}>
        <TextField
          {...form.register('vatNumber')}
          {...field('vatNumber', companyInfoTexts.vatHint)}
          inputMode="numeric"
          autoComplete="off"
          optional
        />
      </div>
      <div className={styles.narrow}>
        <TextField
          {...form.register('pboNumber')}
          {...field('pboNumber', companyInfoTexts.pboHint)}
          autoComplete="off"
          optional
        />
      </div>
    </Card>
  );
}
