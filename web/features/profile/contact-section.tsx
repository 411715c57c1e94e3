import { profileTexts } from '#contract/profile.ts';
import type { MemberEdit } from '#web/features/members/use-member-form.ts';
import { Card } from '#web/ui/card.tsx';
import { EmailField } from '#web/ui/fields/email-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { TextareaField } from '#web/ui/fields/textarea-field.tsx';
import styles from './profile-form.module.css';

interface Props {
  edit: MemberEdit;
  onEmailLeft: () => Promise<void>;
}

export function ContactSection({ edit: { form, base, typed }, onEmailLeft }: Props) {
  const { errors } = form.formState;
  const isOther = typed.email.trim().toLowerCase() !== base.email;
  return (
    <Card title="Contact">
      <EmailField
        label="Email"
        hint={isOther && profileTexts.newAddress}
        error={errors.email?.message}
        {...form.register('email', { onBlur: () => void onEmailLeft() })}
      />
      <TextField
        label="Phone"
        optional
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        error={errors.phone?.message}
        {...form.register('phone')}
      />
      <TextareaField
        label="Postal address"
        optional
        autoComplete="street-address"
        error={errors.postalAddress?.message}
        {...form.register('postalAddress')}
      />
      <div className={styles.short}>
        <TextField
          label="Zip code"
          optional
          inputMode="numeric"
          autoComplete="postal-code"
          error={errors.zipCode?.message}
          {...form.register('zipCode')}
        />
      </div>
    </Card>
  );
}
