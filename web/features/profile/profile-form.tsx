import { useEffect } from 'react';
import { FormProvider } from 'react-hook-form';
import { titles } from '#contract/fields.ts';
import type { MemberStatus } from '#contract/member-statuses/endpoints.ts';
import { type MemberType, retiredType } from '#contract/member-types/endpoints.ts';
import { memberCan } from '#contract/members/endpoints.ts';
import { formatRand } from '#contract/money.ts';
import { profileTexts, renewDialogTexts } from '#contract/profile/texts.ts';
import { useOneAtATime } from '#web/api/use-one-at-a-time.ts';
import { codeLater, useCodeLater } from '#web/app/router/code-later.ts';
import type { LoadedMember } from '#web/features/members/member-values.ts';
import { RelativesSection } from '#web/features/members/relatives-section.tsx';
import { type MemberEdit, useMemberForm } from '#web/features/members/use-member-form.ts';
import { useTypeChoice } from '#web/features/members/use-type-choice.ts';
import { PictureField } from '#web/features/users/picture-field.tsx';
import { type Picture, usePicture } from '#web/features/users/use-picture.ts';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import { RecordMessage, type RecordTrouble, SaveBar } from '#web/forms/record-bar.tsx';
import { changeOwnName } from '#web/session/session.ts';
import { useSession } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmailField } from '#web/ui/fields/email-field.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { TextareaField } from '#web/ui/fields/textarea-field.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { ProfileLoadFailure } from './profile-load-failure.tsx';
import { MembershipCard } from './membership-card.tsx';
import { OwnInvoices } from './own-invoices.tsx';
import styles from './profile-form.module.css';
import { RenewLater } from './renew-later.tsx';
import { useRenewLink } from './use-renew-link.ts';
import { useRenewal } from './use-renewal.ts';
import { useSaveProfile } from './use-save-profile.ts';

interface Props {
  start: LoadedMember;
  types: readonly MemberType[];
  refetchTypes: () => Promise<unknown>;
}

/** With all of its code. */
const reloadPage = { reload: () => location.reload(), reloading: false };

/** Members cannot change their status. */
const statuses: readonly MemberStatus[] = [];

export function ProfileForm({ start, types, refetchTypes }: Props) {
  const notify = useNotify();
  const once = useOneAtATime();
  const picture = usePicture(useSession()?.picture ?? '');
  const edit = useMemberForm(start, statuses, picture.isChosen);
  const choice = useTypeChoice(edit, types, profileTexts);
  const saving = useSaveProfile({ edit, types, picture, onSaved: choice.forget });
  const renewal = useRenewal({ edit, types, refetchTypes, saving });
  const { form, errors, loaded } = edit;
  const member = loaded?.member ?? start.member;
  const isRenewable = memberCan.changeType('Member', member.memberStatusName);

  const name = `${member.firstName} ${member.lastName}`;
  useEffect(() => changeOwnName(name), [name]);

  /** While the membership can be renewed, saving opens the renewal dialog. product-rules 18.8. */
  const submit = form.handleSubmit(
    (values) =>
      once.run(async () => {
        renewal.clear();
        if (isRenewable) await renewal.open(values);
        else if ((await saving.save(values)).ok) notify.success(profileTexts.saved);
      }),
    errors.onInvalid,
  );

  useRenewLink(isRenewable, () => void submit());

  /** Hides the message of the last attempt. */
  const clearing = (act: () => void) => () => {
    renewal.clear();
    act();
  };

  const stale = saving.stale && { ...saving.stale, reload: clearing(saving.stale.reload) };

  return (
    <div className={styles.page}>
      <MembershipCard member={member} types={types} />
      <div className={styles.sections}>
        <FormProvider {...form}>
          <form noValidate onSubmit={submit} className={styles.sections}>
            <ErrorSummary {...errors.summary} />
            <YouSection edit={edit} picture={picture} />
            <ContactSection edit={edit} onEmailLeft={saving.checkEmailOnBlur} />
            {isRenewable && <TypeSection edit={edit} types={types} choose={choice.choose} />}
            {choice.isFamily && (
              <RelativesSection
                edit={edit}
                types={types}
                returning={profileTexts.relativesReturn}
              />
            )}
            <ProfileBar
              isChanged={edit.isChanged}
              problem={[renewal.problem, edit.problem].filter(Boolean).join(' ') || null}
              stale={renewal.needsReload ? reloadPage : stale}
              isMerged={edit.isMerged}
              busy={once.busy}
              isRenewable={isRenewable}
              onDiscard={clearing(saving.discard)}
            />
          </form>
        </FormProvider>
        <OwnInvoices memberId={member.id} />
        <PrivacyLater memberId={member.id} />
      </div>
      {(isRenewable || renewal.request) && <RenewLater renewal={renewal} once={once} />}
    </div>
  );
}

const titleOptions = titles.map((title) => ({ value: title, label: title }));

function YouSection({ edit, picture }: { edit: MemberEdit; picture: Picture }) {
  const { register, formState } = edit.form;
  const { errors } = formState;
  const { firstName, lastName } = edit.typed;
  return (
    <Card title="You">
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
    </Card>
  );
}

interface ContactSectionProps {
  edit: MemberEdit;
  onEmailLeft: () => Promise<void>;
}

function ContactSection({ edit: { form, base, typed }, onEmailLeft }: ContactSectionProps) {
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

interface TypeSectionProps {
  edit: MemberEdit;
  types: readonly MemberType[];
  choose: (id: string) => Promise<void>;
}

/** Only while the membership can be renewed. product-rules 14.6. */
function TypeSection({ edit, types, choose }: TypeSectionProps) {
  const { form, typed, base } = edit;
  // A retired type is not offered, but members who have it keep it.
  const offered = types.filter(({ id, isRetired }) => !isRetired || id === base.memberTypeID);
  return (
    <Card title="Membership type">
      <SelectField
        {...form.register('memberTypeID')}
        label="Member type"
        hint={
          typed.memberTypeID === base.memberTypeID
            ? profileTexts.chooseType
            : profileTexts.typeChanged
        }
        options={offered.map(optionOf)}
        value={typed.memberTypeID}
        onChange={(event) => void choose(event.target.value)}
        error={form.formState.errors.memberTypeID?.message}
      />
    </Card>
  );
}

function optionOf({ id, name, fee, isRetired }: MemberType) {
  const label = `${name}, ${formatRand(fee)}`;
  return { value: id, label: isRetired ? retiredType(label) : label };
}

interface ProfileBarProps extends RecordTrouble {
  isChanged: boolean;
  busy: boolean;
  isRenewable: boolean;
  onDiscard: () => void;
}

/**
 * The buttons of the profile. While the membership can be renewed, both open the renewal dialog.
 */
function ProfileBar({ isChanged, busy, isRenewable, onDiscard, ...trouble }: ProfileBarProps) {
  return (
    <SaveBar changed={isChanged}>
      <RecordMessage {...trouble} />
      {isChanged && (
        <Button kind="quiet" disabled={busy} onClick={onDiscard}>
          <span>
            {profileTexts.discard}
            <span className="visually-hidden"> changes</span>
          </span>
        </Button>
      )}
      {isRenewable && <Button type="submit">Save</Button>}
      <Button type="submit" kind="primary" busy={busy} keepsFocus>
        {isRenewable ? renewDialogTexts.open : 'Save'}
      </Button>
    </SaveBar>
  );
}

const ownPrivacy = codeLater(
  async () => (await import('#web/features/privacy/own-privacy.tsx')).OwnPrivacy,
);

/** At the end of the page, since it is rarely needed. */
function PrivacyLater({ memberId }: { memberId: string }) {
  const { code: OwnPrivacy, ...query } = useCodeLater(ownPrivacy);
  if (OwnPrivacy) return <OwnPrivacy memberId={memberId} />;
  return query.error ? <ProfileLoadFailure query={query} /> : <Spinner />;
}
