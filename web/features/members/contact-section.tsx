import { invitationNotice } from '#contract/communication/kept-mail.ts';
import { useIsMailKept } from '#web/api/menu-counts.ts';
import { formatInstant } from '#contract/days.ts';
import { firstPasswordTexts } from '#contract/auth/first-password.ts';
import { sendInvitation } from '#contract/members/invitation.ts';
import { memberFormTexts } from '#contract/members/form-texts.ts';
import { provinces } from '#contract/members/provinces.ts';
import type { Member } from '#contract/members/endpoints.ts';
import { useCall } from '#web/api/use-call.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { EmailField } from '#web/ui/fields/email-field.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import styles from './member-form.module.css';
import type { LoadedMember } from './member-values.ts';
import { AddressFields, PhoneField } from './person-fields.tsx';
import { useMemberStory } from './story/use-member-story.ts';
import type { MemberEdit } from './use-member-form.ts';

interface Props {
  edit: MemberEdit;
  onEmailLeft: () => Promise<void>;
}

export function ContactSection({ edit, onEmailLeft }: Props) {
  const { form, loaded, base, typed } = edit;
  const { errors } = form.formState;
  const isOther = typed.email.trim().toLowerCase() !== base.email;
  return (
    <Card title="Contact">
      <EmailField
        label="Email"
        hint={loaded ? isOther && hintFor(loaded) : memberFormTexts.invitedWhenAdded}
        error={errors.email?.message}
        {...form.register('email', { onBlur: () => void onEmailLeft() })}
        autoComplete="off"
      />
      {loaded && <Invitation edit={edit} member={loaded.member} />}
      <PhoneField edit={edit} />
      <AddressFields edit={edit} />
      <ProvinceField edit={edit} />
    </Card>
  );
}

/** A correction of the province that follows from the zip code. */
function ProvinceField({ edit: { form, loaded, base, typed } }: { edit: MemberEdit }) {
  const isSaved = base.correctedProvince === '' && typed.zipCode === base.zipCode;
  return (
    <SelectField
      label="Province"
      optional
      hint={memberFormTexts.provinceHint}
      placeholder={memberFormTexts.provinceOfCode((isSaved && loaded?.member.province) || null)}
      options={provinceOptions}
      {...form.register('correctedProvince')}
      error={form.formState.errors.correctedProvince?.message}
      autoComplete="off"
    />
  );
}

const provinceOptions = provinces.map((name) => ({ value: name, label: name }));

function hintFor({ member }: LoadedMember): string {
  return member.hasPassword ? memberFormTexts.newAddress : memberFormTexts.newAddressUninvited;
}

interface InvitationProps {
  edit: MemberEdit;
  member: Member;
}

/** Whether the member can sign in, and the invitation if not. product-rules 4.11. */
function Invitation({ edit, member }: InvitationProps) {
  const { id, email, hasPassword, invitedUtc } = member;
  const confirm = useConfirm();
  const notify = useNotify();
  const isMailKept = useIsMailKept();
  const { data: story } = useMemberStory(member);
  const { busy, send } = useCall(sendInvitation);
  if (hasPassword) return <p className={styles.muted}>{memberFormTexts.hasPassword}</p>;

  const words = invitedUtc === null ? memberFormTexts.sendInvitation : firstPasswordTexts.sendAgain;

  async function askAndSend() {
    const sure = await confirm({
      title: words,
      body: memberFormTexts.askInvite(email, isMailKept),
      confirm: words,
      cancel: 'No, cancel',
    });
    if (!sure) return;
    edit.setProblem(null);
    const outcome = await send({ params: { id } });
    if (outcome.ok) {
      notify.success(invitationNotice(email, isMailKept));
      await edit.readAgain(id, { from: edit.base, typed: edit.form.getValues() });
    } else if (outcome.error) {
      edit.setProblem(outcome.error.message);
    }
  }

  const { invitedOn, invitationKept, notInvited } = memberFormTexts;
  const says = story?.isInvitationKept === true ? invitationKept : invitedOn;
  return (
    <div className={styles.row}>
      <p className={styles.muted}>
        {invitedUtc === null ? notInvited : says(formatInstant(invitedUtc))}
      </p>
      <Button busy={busy} needs="members.write" onClick={askAndSend}>
        {words}
      </Button>
    </div>
  );
}
