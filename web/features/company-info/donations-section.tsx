import { companyInfoTexts } from '#contract/company-info.ts';
import { Card } from '#web/ui/card.tsx';
import { AmountField } from '#web/ui/fields/amount-field.tsx';
import { readAmount } from '#web/ui/fields/read-amount.ts';
import styles from './company-info.module.css';
import type { CompanyForm } from './use-company-form.ts';

const presets = ['donationPreset1', 'donationPreset2', 'donationPreset3'] as const;

/** What donors are offered above the amount. */
export function DonationsSection({ edit }: { edit: CompanyForm }) {
  const { form, field } = edit;
  return (
    <Card title="Donations">
      <p>{companyInfoTexts.presetsHint}</p>
      <div className={styles.amounts}>
        {presets.map((name) => (
          <AmountField
            key={name}
            {...form.register(name, { setValueAs: asRand })}
            {...field(name)}
          />
        ))}
      </div>
    </Card>
  );
}

/** The form holds the number; a person types text. */
function asRand(typed: string | number): number {
  return typeof typed === 'number' ? typed : readAmount(typed);
}
