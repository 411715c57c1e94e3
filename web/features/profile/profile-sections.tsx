import { titles } from '#contract/fields.ts';
import { type MemberType, retiredType } from '#contract/member-types/endpoints.ts';
import { formatRand } from '#contract/money.ts';
import { profileTexts } from '#contract/profile/texts.ts';
import type { MemberValues } from '#web/features/members/member-values.ts';
import type { MemberEdit } from '#web/features/members/use-member-form.ts';
import { PictureField } from '#web/features/users/picture-field.tsx';
import type { Picture } from '#web/features/users/use-picture.ts';
import { Card } from '#web/ui/card.tsx';
import { EmailField } from '#web/ui/fields/email-field.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { TextareaField } from '#web/ui/fields/textarea-field.tsx';
import { FoldingCard } from '#web/ui/folding/folding-card.tsx';
import { FoldingDisclosure } from '#web/ui/folding/folding-disclosure.tsx';
import styles from './profile-form.module.css';

const titleOptions = titles.map((title) => ({ value: title, label: title }));

export function YouSection({ edit, picture }: { edit: MemberEdit; picture: Picture }) {
  const { register, formState } = edit.form;
  const { errors } = formState;
  const { title, firstName, lastName } = edit.typed;
  return (
    <FoldingCard title="You" summary={`${title} ${firstName} ${lastName}`.trim()}>
      <div className={styles.short}>
        <SelectField
          label="Title"
          optional
          placeholder="None"
          options={titleOptions}
          autoComplete="honorific-prefix"
          error={errors.title?.message}
          {...register('title')}
        />
      </div>
      <div className={styles.pair}>
        <TextField
          label="First name"
          autoComplete="given-name"
          error={errors.firstName?.message}
          {...register('firstName')}
        />
        <TextField
          label="Last name"
          autoComplete="family-name"
          error={errors.lastName?.message}
          {...register('lastName')}
        />
      </div>
      <PictureField picture={picture} name={`${firstName} ${lastName}`} />
    </FoldingCard>
  );
}

interface ContactSectionProps {
  edit: MemberEdit;
  onEmailLeft: () => Promise<void>;
}

export function ContactSection({ edit: { form, base, typed }, onEmailLeft }: ContactSectionProps) {
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
      <FoldingDisclosure summary={profileTexts.postalAddress(addressOf(typed))}>
        <div className={styles.address}>
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
        </div>
      </FoldingDisclosure>
    </Card>
  );
}

/** In one line, for the closed disclosure. */
function addressOf({ postalAddress, zipCode }: MemberValues): string {
  const lines = [...postalAddress.split('\n'), zipCode];
  return lines
    .map((line) => line.trim())
    .filter(Boolean)
    .join(', ');
}

interface TypeSectionProps {
  edit: MemberEdit;
  types: readonly MemberType[];
  choose: (id: string) => Promise<void>;
}

/** Only while the membership can be renewed. product-rules 14.6. */
export function TypeSection({ edit, types, choose }: TypeSectionProps) {
  const { form, typed, base } = edit;
  // A retired type is not offered, but members who have it keep it.
  const offered = types.filter(({ id, isRetired }) => !isRetired || id === base.memberTypeID);
  return (
    <FoldingCard
      title="Membership type"
      summary={offered
        .filter(({ id }) => id === typed.memberTypeID)
        .map(labelOf)
        .join('')}
    >
      <SelectField
        {...form.register('memberTypeID')}
        label="Member type"
        hint={
          typed.memberTypeID === base.memberTypeID
            ? profileTexts.chooseType
            : profileTexts.typeChanged
        }
        options={offered.map((type) => ({ value: type.id, label: labelOf(type) }))}
        value={typed.memberTypeID}
        onChange={(event) => void choose(event.target.value)}
        error={form.formState.errors.memberTypeID?.message}
      />
    </FoldingCard>
  );
}

function labelOf({ name, fee, isRetired }: MemberType): string {
  const label = `${name}, ${formatRand(fee)}`;
  return isRetired ? retiredType(label) : label;
}
