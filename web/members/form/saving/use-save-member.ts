import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { memberFormTexts } from '#contract/member-form.ts';
import { type Member, memberTexts } from '#contract/members.ts';
import type { MemberType } from '#contract/member-types.ts';
import { backToList } from '#web/admin-list/list-memory.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { paths } from '#web/paths.ts';
import { problemIn } from '#web/ui/form/problem-in.ts';
import { useNotify } from '#web/ui/notices.tsx';
import { type MemberValues, relativeValues, settled, type Version } from '../member-values.ts';
import { type RelativeFailure, relativesSaver } from './save-relatives.ts';
import { useEmailCheck } from './use-email-check.ts';
import type { MemberEdit } from '../use-member-form.ts';
import { useSendMember } from './use-send-member.ts';

/** Saves the member, then the relatives; whatever is refused stays in the form as it was typed. */
export function useSaveMember(edit: MemberEdit, types: readonly MemberType[]) {
  const navigate = useNavigate();
  const notify = useNotify();
  const email = useEmailCheck(edit.form, edit.base.email);
  const sending = useSendMember();
  const [relatives] = useState(relativesSaver);
  const [saving, setSaving] = useState(false);
  const [isStale, setStale] = useState(false);
  const running = useRef(false);
  const isFamily = (typeId: string) => types.some(({ id, isFamily: is }) => is && id === typeId);

  async function save(values: MemberValues) {
    // State comes a render too late to stop the second of two quick presses.
    if (running.current) return;
    running.current = true;
    setSaving(true);
    edit.setProblem(null);
    edit.setMerged(false);
    try {
      await saveAll(settled(edit.base, values, edit.deactivatedId));
    } finally {
      running.current = false;
      setSaving(false);
    }
  }

  async function saveAll(values: MemberValues) {
    const refusal = sending.mayBeOwn(values.email) ? null : await email.refusalOf(values.email);
    if (refusal !== null) {
      edit.errors.showServerErrors([{ field: 'email', message: refusal }]);
      return;
    }
    const sent = await sending.send(edit.version, values);
    if (!('version' in sent)) return sent.error ? refuse(sent.error) : undefined;
    setStale(false);
    const { version } = sent;
    const { failures, typed } = isFamily(values.memberTypeID)
      ? await relatives.save(version.member.id, version.relatives, values.relatives)
      : { failures: [], typed: [] };
    if (failures.length === 0) finish(version);
    else await keep(version, { ...values, relatives: typed }, failures);
  }

  function refuse(error: ApiError) {
    setStale(error.status === 412 || (error.status === 409 && error.errors.length === 0));
    edit.setProblem(problemIn(error, edit.errors));
  }

  function finish({ member }: Version) {
    notify.success(sentenceOf(edit.version?.member, member));
    edit.leave();
    void navigate(backToList(paths.members()));
  }

  /** What was saved is the new ground; what was refused stands above it, with its sentence. */
  async function keep(version: Version, typed: MemberValues, failures: RelativeFailure[]) {
    const isNew = edit.version === null;
    const { id } = version.member;
    const from = { ...typed, relatives: savedRelatives(version, typed, failures) };
    // Without an answer the form goes on from what it knows: saving again does no harm.
    if (!(await edit.readAgain(id, { from, typed }))) edit.fill(version, typed);
    for (const { place, error } of failures) {
      const named = error.errors.map(({ field, message }) => ({
        field: `relatives.${place}.${field}`,
        message,
      }));
      if (place !== null) edit.errors.showServerErrors(named);
    }
    edit.setProblem(problemsOf(failures, isNew));
  }

  return { save, saving, isStale, setStale, checkEmailOnBlur: email.checkOnBlur };
}

function sentenceOf(before: Member | undefined, { email, membershipNumber, invitedUtc }: Member) {
  const { added, addedUninvited, savedInvited } = memberFormTexts;
  const number = membershipNumber ?? '';
  if (!before) return invitedUtc === null ? addedUninvited(number) : added(email, number);
  const isInvited = invitedUtc !== null && before.email !== email;
  return isInvited ? savedInvited(email) : memberTexts.saved;
}

/** The relatives as they are stored now, as far as the calls have said. */
function savedRelatives(version: Version, typed: MemberValues, failures: RelativeFailure[]) {
  const failed = new Set(failures.map(({ place }) => place));
  const saved = typed.relatives.filter(({ id }, place) => id !== '' && !failed.has(place));
  const ids = new Set(saved.map(({ id }) => id));
  const others = version.relatives.filter(({ id }) => !ids.has(id));
  return [...saved, ...others.map(relativeValues)];
}

function problemsOf(failures: RelativeFailure[], isNew: boolean): string {
  const { addedBut, savedBut, relativeFailed, notRemoved } = memberFormTexts;
  const each = failures.map(({ name, place, error }) =>
    (place === null ? notRemoved : relativeFailed)(name, error.message),
  );
  return [isNew ? addedBut : savedBut, ...each].join(' ');
}
