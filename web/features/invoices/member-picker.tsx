import { type Ref, useState } from 'react';
import type { Member } from '#contract/members.ts';
import { ComboboxField } from '#web/ui/fields/combobox-field.tsx';
import { useMemberSearch } from './use-member-search.ts';

interface Props {
  ref: Ref<HTMLInputElement>;
  chosen: Member | null;
  onChoose: (member: Member | null) => void;
  error?: string | undefined;
}

/** A member by name, number or email; typing on lets go of the one that was chosen. */
export function MemberPicker({ ref, chosen, onChoose, error }: Props) {
  const [text, setText] = useState('');
  const { members, status } = useMemberSearch(chosen ? '' : text);
  return (
    <ComboboxField
      ref={ref}
      label="Member"
      hint="Type a name, a membership number or an email."
      error={error}
      text={chosen ? nameOf(chosen) : text}
      onText={(typed) => {
        setText(typed);
        if (chosen) onChoose(null);
      }}
      suggestions={members.map((member) => ({
        id: member.id,
        title: nameOf(member),
        line: `${member.membershipNumber ?? member.memberStatusName} · ${member.email}`,
      }))}
      onChoose={({ id }) => onChoose(members.find((member) => member.id === id) ?? null)}
      status={status}
    />
  );
}

function nameOf({ firstName, lastName }: Member): string {
  return `${firstName} ${lastName}`;
}
