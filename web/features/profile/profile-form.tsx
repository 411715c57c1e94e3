import { useEffect, useRef } from 'react';
import { FormProvider } from 'react-hook-form';
import { titles } from '#contract/fields.ts';
import type { MemberStatus } from '#contract/member-statuses/endpoints.ts';
import { type MemberType, retiredType } from '#contract/member-types/endpoints.ts';
import { memberCan } from '#contract/members/endpoints.ts';
import { formatRand } from '#contract/money.ts';
import { profileTexts, renewDialogTexts } from '#contract/profile/texts.ts';
import { useOneAtATime } from '#web/api/use-one-at-a-time.ts';
import { codeLater, useCodeLater } from '#web/app/router/code-later.ts';
import type { LoadedMember, MemberValues } from '#web/features/members/member-values.ts';
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
import { FoldingCard } from '#web/ui/folding-card.tsx';
import { FoldingDisclosure } from '#web/ui/folding-disclosure.tsx';
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
import { useOpenMembershipInvoice } from './use-own-invoices.ts';
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
  const openInvoice = useOpenMembershipInvoice(member.id);

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
                isFolding
              />
            )}
            <ProfileBar
              isChanged={edit.isChanged}
              problem={[renewal.problem, edit.problem].filter(Boolean).join(' ') || null}
              stale={renewal.needsReload ? reloadPage : stale}
              isMerged={edit.isMerged}
              busy={once.busy}
              isRenewable={isRenewable}
              isInvoiced={openInvoice !== undefined}
              onDiscard={clearing(saving.discard)}
            />
          </form>
        </FormProvider>
        <OwnInvoices memberId={member.id} />
        <PrivacyLater memberId={member.id} />
      </div>
      {(isRenewable || renewal.request) && (
        <RenewLater renewal={renewal} once={once} openInvoice={openInvoice} />
      )}
    </div>
  );
}

const titleOptions = titles.map((title) => ({ value: title, label: title }));

function YouSection({ edit, picture }: { edit: MemberEdit; picture: Picture }) {
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
function TypeSection({ edit, types, choose }: TypeSectionProps) {
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

interface ProfileBarProps extends RecordTrouble {
  isChanged: boolean;
  busy: boolean;
  isRenewable: boolean;
  /** The membership is invoiced: paying is the main action, above. */
  isInvoiced: boolean;
  onDiscard: () => void;
}

/**
 * The buttons of the profile. While the membership can be renewed, both open the renewal dialog.
 */
function ProfileBar(props: ProfileBarProps) {
  const { isChanged, busy, isRenewable, isInvoiced, onDiscard, ...trouble } = props;
  const save = useRef<HTMLButtonElement>(null);

  function discard() {
    onDiscard();
    // The focused button has been removed.
    save.current?.focus();
  }

  return (
    <SaveBar changed={isChanged}>
      <RecordMessage {...trouble} />
      {isChanged && (
        <Button kind="quiet" disabled={busy} onClick={discard}>
          <span>
            {profileTexts.discard}
            <span className="visually-hidden"> changes</span>
          </span>
        </Button>
      )}
      {isRenewable && <Button type="submit">Save</Button>}
      <Button
        ref={save}
        type="submit"
        kind={isRenewable && isInvoiced ? 'secondary' : 'primary'}
        busy={busy}
        keepsFocus
      >
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
