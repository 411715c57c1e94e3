import { useEffect, useRef } from 'react';
import { FormProvider } from 'react-hook-form';
import type { MemberStatus } from '#contract/member-statuses/endpoints.ts';
import type { MemberType } from '#contract/member-types/endpoints.ts';
import { memberCan } from '#contract/members/endpoints.ts';
import { profileTexts, renewDialogTexts } from '#contract/profile/texts.ts';
import { useOneAtATime } from '#web/api/use-one-at-a-time.ts';
import { codeLater } from '#web/app/router/code-later.ts';
import type { LoadedMember } from '#web/features/members/member-values.ts';
import { RelativesSection } from '#web/features/members/relatives-section.tsx';
import { useMemberForm } from '#web/features/members/use-member-form.ts';
import { useTypeChoice } from '#web/features/members/use-type-choice.ts';
import { usePicture } from '#web/features/users/use-picture.ts';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import { RecordMessage, type RecordTrouble, SaveBar } from '#web/forms/record-bar.tsx';
import { changeOwnName } from '#web/session/session.ts';
import { useSession } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { LoadLater } from '#web/ui/load-later.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { ProfileFailure } from './profile-load-failure.tsx';
import { MembershipCard } from './membership-card.tsx';
import { OwnInvoices } from './own-invoices.tsx';
import styles from './profile-form.module.css';
import { ContactSection, TypeSection, YouSection } from './profile-sections.tsx';
import { RenewLater } from './renew-later.tsx';
import { useOpenMembershipInvoice } from './use-own-invoices.ts';
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
  const isRenewable = memberCan.changeType(false, member.memberStatusName);
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

  useRenewLink(member.id, isRenewable, () => void submit());

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
              isRestored={edit.isRestored}
              busy={once.busy}
              isRenewable={isRenewable}
              isInvoiced={openInvoice !== undefined}
              onDiscard={clearing(saving.discard)}
            />
          </form>
        </FormProvider>
        <OwnInvoices memberId={member.id} />
        <LoadLater code={ownPrivacy} waiting={<Spinner />} failure={ProfileFailure}>
          {(OwnPrivacy) => <OwnPrivacy memberId={member.id} />}
        </LoadLater>
        <LoadLater code={ownDevices} waiting={<Spinner />} failure={ProfileFailure}>
          {(OwnDevicesCard) => <OwnDevicesCard />}
        </LoadLater>
      </div>
      {(isRenewable || renewal.request) && (
        <RenewLater renewal={renewal} once={once} openInvoice={openInvoice} />
      )}
    </div>
  );
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
        <Button kind="quiet" off={busy} onClick={discard}>
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
      >
        {isRenewable ? renewDialogTexts.open : 'Save'}
      </Button>
    </SaveBar>
  );
}

/** At the end of the page, since they are rarely needed. */
const ownPrivacy = codeLater(
  async () => (await import('#web/features/privacy/own-privacy.tsx')).OwnPrivacy,
);

const ownDevices = codeLater(async () => (await import('./own-devices-card.tsx')).OwnDevicesCard);
