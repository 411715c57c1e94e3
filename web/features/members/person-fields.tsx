import { titles } from '#contract/fields.ts';
import layout from '#web/forms/form-layout.module.css';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextareaField } from '#web/ui/fields/textarea-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import styles from './person-fields.module.css';
import type { MemberEdit } from './use-member-form.ts';

interface Props {
  edit: MemberEdit;
  /** Autofill is off for an administrator: it would fill in the administrator's data. */
  isOwn?: boolean;
}

const titleOptions = titles.map((title) => ({ value: title, label: title }));

/** Title, first name and last name. */
export function NameFields(props: Props) {
  const field = fieldsOf(props);
  return (
    <>
      <div className={styles.short}>
        <SelectField
          label="Title"
          optional
          placeholder="None"
          options={titleOptions}
          {...field('title', 'honorific-prefix')}
        />
      </div>
      <div className={layout.pair}>
        <TextField label="First name" {...field('firstName', 'given-name')} />
        <TextField label="Last name" {...field('lastName', 'family-name')} />
      </div>
    </>
  );
}

export function PhoneField(props: Props) {
  const phone = fieldsOf(props)('phone', 'tel');
  return <TextField label="Phone" optional type="tel" inputMode="tel" {...phone} />;
}

/** Postal address and zip code. */
export function AddressFields(props: Props) {
  const field = fieldsOf(props);
  return (
    <>
      <TextareaField
        label="Postal address"
        optional
        {...field('postalAddress', 'street-address')}
      />
      <div className={styles.short}>
        <TextField
          label="Zip code"
          optional
          inputMode="numeric"
          {...field('zipCode', 'postal-code')}
        />
      </div>
    </>
  );
}

type Name = 'title' | 'firstName' | 'lastName' | 'phone' | 'postalAddress' | 'zipCode';

function fieldsOf({ edit: { form }, isOwn = false }: Props) {
  const { errors } = form.formState;
  return (name: Name, autoFill: string) => ({
    ...form.register(name),
    autoComplete: isOwn ? autoFill : 'off',
    error: errors[name]?.message,
  });
}
