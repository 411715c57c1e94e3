import { Card } from '#web/ui/card.tsx';
import { EmailField } from '#web/ui/fields/email-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { TextareaField } from '#web/ui/fields/textarea-field.tsx';
import styles from './company-info.module.css';
import type { CompanyForm } from './use-company-form.ts';

export function OrganisationSection({ edit }: { edit: CompanyForm }) {
  const { form, field } = edit;
  return (
    <Card title="Organisation">
      <TextField {...form.register('name')} {...field('name')} autoComplete="organization" />
      <div className={styles.columns}>
        <EmailField {...form.register('email')} {...field('email')} />
        <TextField
          {...form.register('phone')}
          {...field('phone')}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
        />
      </div>
      <TextareaField
        {...form.register('address')}
        {...field('address')}
        autoComplete="street-address"
      />
    </Card>
  );
}
