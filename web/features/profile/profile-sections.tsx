import { type MemberType, retiredType } from '#contract/member-types/endpoints.ts';
import { formatRand } from '#contract/money.ts';
import { profileTexts } from '#contract/profile/texts.ts';
import type { MemberValues } from '#web/features/members/member-values.ts';
import { AddressFields, NameFields, PhoneField } from '#web/features/members/person-fields.tsx';
import type { MemberEdit } from '#web/features/members/use-member-form.ts';
import { PictureField } from '#web/features/users/picture-field.tsx';
import type { Picture } from '#web/features/users/use-picture.ts';
import { Card } from '#web/ui/card.tsx';
import { EmailField } from '#web/ui/fields/email-field.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { FoldingCard } from '#web/ui/folding/folding-card.tsx';
import { FoldingDisclosure } from '#web/ui/folding/folding-disclosure.tsx';
import styles from './profile-form.module.css';

export function YouSection({ edit, picture }: { edit: MemberEdit; picture: Picture }) {
  const { title, firstName, lastName } = edit.typed;
  return (
    <FoldingCard title="You" summary={`${title} ${firstName} ${lastName}`.trim()}>
      <NameFields edit={edit} isOwn />
      <PictureField picture={picture} name={`${firstName} ${lastName}`} />
    </FoldingCard>
  );
}

interface ContactSectionProps {
  edit: MemberEdit;
  onEmailLeft: () => Promise<void>;
}

export function ContactSection({ edit, onEmailLeft }: ContactSectionProps) {
  const { form, base, typed } = edit;
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
      <PhoneField edit={edit} isOwn />
      <FoldingDisclosure summary={profileTexts.postalAddress(addressOf(typed))}>
        <div className={styles.address}>
          <AddressFields edit={edit} isOwn />
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
