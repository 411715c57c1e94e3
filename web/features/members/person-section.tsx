import { titles } from '#contract/fields.ts';
import { Card } from '#web/ui/card.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import layout from '#web/forms/form-layout.module.css';
import styles from './member-form.module.css';
import type { MemberEdit } from './use-member-form.ts';

const titleOptions = titles.map((title) => ({ value: title, label: title }));

/** The browser knows the administrator, not the member: it fills in nothing. */
export function PersonSection({ edit: { form } }: { edit: MemberEdit }) {
  const { errors } = form.formState;
  return (
    <Card title="Person">
      <div className={styles.short}>
        <SelectField
          label="Title"
          optional
          placeholder="None"
          options={titleOptions}
          error={errors.title?.message}
          {...form.register('title')}
        />
      </div>
      <div className={layout.pair}>
        <TextField
          label="First name"
          autoComplete="off"
          error={errors.firstName?.message}
          {...form.register('firstName')}
        />
        <TextField
          label="Last name"
          autoComplete="off"
          error={errors.lastName?.message}
          {...form.register('lastName')}
        />
      </div>
    </Card>
  );
}
