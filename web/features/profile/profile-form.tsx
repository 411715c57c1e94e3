import { useEffect } from 'react';
import { FormProvider } from 'react-hook-form';
import { memberCan } from '#contract/members.ts';
import type { MemberStatus } from '#contract/member-statuses.ts';
import type { MemberType } from '#contract/member-types.ts';
import { profileTexts } from '#contract/profile.ts';
import { useOneAtATime } from '#web/api/use-one-at-a-time.ts';
import type { Version } from '#web/features/members/member-values.ts';
import { RelativesSection } from '#web/features/members/relatives-section.tsx';
import { useMemberForm } from '#web/features/members/use-member-form.ts';
import { useTypeChoice } from '#web/features/members/use-type-choice.ts';
import { changeOwnName } from '#web/session/session.ts';
import { useSession } from '#web/session/use-session.ts';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { usePicture } from '#web/features/users/use-picture.ts';
import { OwnInvoices } from './own-invoices.tsx';
import { MembershipCard } from './membership-card.tsx';
import { PrivacyLater } from './privacy-later.tsx';
import { RenewLater } from './renew-later.tsx';
import { useRenewal } from './use-renewal.ts';
import { ContactSection } from './contact-section.tsx';
import { ProfileBar } from './profile-bar.tsx';
import styles from './profile-form.module.css';
import { TypeSection } from './type-section.tsx';
import { useSaveProfile } from './use-save-profile.ts';
import { YouSection } from './you-section.tsx';

interface Props {
  start: Version;
  types: readonly MemberType[];
  refetchTypes: () => Promise<unknown>;
}

/** With all of its code. */
const pageAnew = { reload: () => location.reload(), reloading: false };

/** A member sets no status. */
const statuses: readonly MemberStatus[] = [];

export function ProfileForm({ start, types, refetchTypes }: Props) {
  const notify = useNotify();
  const once = useOneAtATime();
  const picture = usePicture(useSession()?.picture ?? '');
  const edit = useMemberForm(start, statuses, picture.isChosen);
  const choice = useTypeChoice(edit, types, profileTexts);
  const saving = useSaveProfile({ edit, types, picture, onSaved: choice.forget });
  const renewal = useRenewal({ edit, types, refetchTypes, saving });
  const { form, errors, version } = edit;
  const member = version?.member ?? start.member;
  const isRenewable = memberCan.changeType('Member', member.memberStatusName);

  const name = `${member.firstName} ${member.lastName}`;
  useEffect(() => changeOwnName(name), [name]);

  /** While it is time to renew, saving asks how to pay instead. Specification §2. */
  const submit = form.handleSubmit(
    (values) =>
      once.run(async () => {
        renewal.clear();
        if (isRenewable) await renewal.open(values);
        else if ((await saving.save(values)).ok) notify.success(profileTexts.saved);
      }),
    errors.onInvalid,
  );

  /** What was said of the last try is no longer so. */
  const afresh = (act: () => void) => () => {
    renewal.clear();
    act();
  };

  const stale = saving.stale && { ...saving.stale, reload: afresh(saving.stale.reload) };

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
              stale={renewal.needsReload ? pageAnew : stale}
              isMerged={edit.isMerged}
              busy={once.busy}
              isRenewable={isRenewable}
              onDiscard={afresh(saving.discard)}
            />
          </form>
        </FormProvider>
        <OwnInvoices memberId={member.id} />
        <PrivacyLater memberId={member.id} />
      </div>
      {(isRenewable || renewal.asked) && <RenewLater renewal={renewal} once={once} />}
    </div>
  );
}
