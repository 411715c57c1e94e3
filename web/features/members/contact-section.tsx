import { memberFormTexts } from '#contract/member-form.ts';
import { Card } from '#web/ui/card.tsx';
import { EmailField } from '#web/ui/fields/email-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { TextareaField } from '#web/ui/fields/textarea-field.tsx';
import styles from './member-form.module.css';
import type { Version } from './member-values.ts';
import type { MemberEdit } from './use-member-form.ts';
import { Invitation } from './invitation.tsx';

interface Props {
  edit: MemberEdit;
  onEmailLeft: () => Promise<void>;
}

export function ContactSection({ edit, onEmailLeft }: Props) {
  const { form, version, base, typed } = edit;
  const { errors } = form.formState;
  const isOther = typed.email.trim().toLowerCase() !== base.email;
  return (
    <Card title="Contact">
      <EmailField
        label="Email"
        hint={version ? isOther && hintFor(version) : memberFormTexts.invitedWhenAdded}
        error={errors.email?.message}
        {...form.register('email', { onBlur: () => void onEmailLeft() })}
        autoComplete="off"
      />
      {version && <Invitation edit={edit} member={version.member} />}
      <TextField
        label="Phone"
        optional
        type="tel"
        inputMode="tel"
        error={errors.phone?.message}
        {...form.register('phone')}
        autoComplete="off"
      />
      <TextareaField
        label="Postal address"
        optional
        error={errors.postalAddress?.message}
        {...form.register('postalAddress')}
        autoComplete="off"
      />
      <div className={styles.short}>
        <TextField
          label="Zip code"
          optional
          inputMode="numeric"
          error={errors.zipCode?.message}
          {...form.register('zipCode')}
          autoComplete="off"
        />
      </div>
    </Card>
  );
}

function hintFor({ member }: Version): string {
  return member.hasPassword ? memberFormTexts.newAddress : memberFormTexts.newAddressUninvited;
}
