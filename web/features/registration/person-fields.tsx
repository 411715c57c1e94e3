import type { UseFormReturn } from 'react-hook-form';
import { Link } from 'react-router';
import { emailTexts } from '#contract/auth/endpoints.ts';
import { titles } from '#contract/fields.ts';
import { registrationTexts } from '#contract/registration/endpoints.ts';
import { paths } from '#web/app/paths.ts';
import { EmailField } from '#web/ui/fields/email-field.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { TextareaField } from '#web/ui/fields/textarea-field.tsx';
import { emailIn, type Person, type PersonField, type TypedPerson } from './person-form.ts';
import { WizardPart } from './wizard-step.tsx';
import styles from './wizard.module.css';

interface Props {
  form: UseFormReturn<TypedPerson, unknown, Person>;
  /** The email of a registration that was sent and not refused. */
  sentEmail: string;
  /** Says that the reload has cleared the passwords. */
  asksPasswords: boolean;
}

const titleOptions = titles.map((title) => ({ value: title, label: title }));

export function PersonFields({ form, sentEmail, asksPasswords }: Props) {
  const { errors } = form.formState;
  const field = (name: PersonField) => ({
    ...form.register(name),
    error: errors[name]?.message,
  });
  const isTaken = errors.email?.message === emailTexts.taken;
  const mayBeOwn = isTaken && emailIn(form.getValues('email')) === sentEmail;
  const password = form.register('password', {
    // Its error is about both password fields.
    onChange: () => form.clearErrors('confirmPassword'),
  });
  return (
    <>
      <WizardPart title="You">
        <div className={styles.short}>
          <SelectField
            label="Title"
            options={titleOptions}
            placeholder="Choose…"
            autoComplete="honorific-prefix"
            {...field('title')}
          />
        </div>
        <div className={styles.pair}>
          <TextField label="First name" autoComplete="given-name" {...field('firstName')} />
          <TextField label="Last name" autoComplete="family-name" {...field('lastName')} />
        </div>
        <EmailField label="Email" {...field('email')} />
        {isTaken && (
          <p>
            {mayBeOwn ? registrationTexts.maybeDone : registrationTexts.emailIsMine}{' '}
            <Link to={paths.login()}>{registrationTexts.signIn}</Link>
          </p>
        )}
        <TextField
          label="Phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          {...field('phone')}
        />
      </WizardPart>
      <WizardPart title="Address">
        <TextareaField
          label="Postal address"
          autoComplete="street-address"
          {...field('postalAddress')}
        />
        <div className={styles.short}>
          <TextField
            label="Zip code"
            inputMode="numeric"
            autoComplete="postal-code"
            {...field('zipCode')}
          />
        </div>
      </WizardPart>
      <WizardPart title="Password">
        {asksPasswords && (
          <p role="alert" className={styles.word}>
            {registrationTexts.passwordsGone}
          </p>
        )}
        <PasswordField
          label="Password"
          autoComplete="new-password"
          hint={registrationTexts.passwordHint}
          {...field('password')}
          {...password}
        />
        <PasswordField
          label="Confirm password"
          autoComplete="new-password"
          {...field('confirmPassword')}
        />
      </WizardPart>
    </>
  );
}
