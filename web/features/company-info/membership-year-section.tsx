import { useWatch } from 'react-hook-form';
import { companyInfoTexts } from '#contract/company-info.ts';
import { formatDay, isDay } from '#contract/days.ts';
import { Card } from '#web/ui/card.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import styles from './company-info.module.css';
import type { CompanyForm } from './use-company-form.ts';

export function MembershipYearSection({ edit }: { edit: CompanyForm }) {
  const { form, field } = edit;
  const yearEnd = useWatch({ control: form.control, name: 'membershipExpiryDate' });
  return (
    <Card title="Membership year">
      <div className={styles.narrow}>
        <TextField
          {...form.register('membershipExpiryDate')}
          {...field('membershipExpiryDate', companyInfoTexts.yearHint)}
          type="date"
          optional
        />
        <output className={styles.effect}>{effectOf(yearEnd ?? '')}</output>
      </div>
    </Card>
  );
}

function effectOf(yearEnd: string): string {
  if (!isDay(yearEnd)) return companyInfoTexts.yearEmpty;
  const [date, month] = formatDay(yearEnd).split(' ');
  const end = yearEnd.endsWith('-02-29') ? 'the last day of February' : `${date} ${month}`;
  return `Every membership year ends on ${end}.`;
}
