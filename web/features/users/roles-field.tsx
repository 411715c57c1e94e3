import { type ComponentProps, useId } from 'react';
import { staffRoles } from '#contract/roles.ts';
import { roleWords } from '#contract/users/role-words.ts';
import { CheckboxField } from '#web/ui/fields/checkbox-field.tsx';
import { FieldError } from '#web/ui/fields/field.tsx';
import styles from './users-page.module.css';

type Props = Omit<ComponentProps<'input'>, 'type' | 'value'> & {
  error?: string | undefined;
  hint?: string | undefined;
};

/** A box with one sentence for each role. product-rules 3.17. */
export function RolesField({ error, hint, ...input }: Props) {
  const id = useId();
  return (
    <fieldset
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${id}-error` : undefined}
      className={styles.roles}
    >
      <legend className={styles.legend}>Roles</legend>
      {staffRoles.map((role) => (
        <CheckboxField key={role} {...input} value={role} label={role} hint={roleWords[role]} />
      ))}
      {hint && <output>{hint}</output>}
      <FieldError id={id} error={error} />
    </fieldset>
  );
}
