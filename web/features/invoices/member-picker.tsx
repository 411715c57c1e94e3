import { type Ref, useState } from 'react';
import { type Member, searchMembers } from '#contract/members/endpoints.ts';
import { call } from '#web/api/call.ts';
import { useSuggestions } from '#web/lists/use-suggestions.ts';
import { ComboboxField } from '#web/ui/fields/combobox-field.tsx';

interface Props {
  ref: Ref<HTMLInputElement>;
  chosen: Member | null;
  onChoose: (member: Member | null) => void;
  error?: string | undefined;
}

/** Finds a member as the search box of the list does. Typing again clears the choice. */
export function MemberPicker({ ref, chosen, onChoose, error }: Props) {
  const [text, setText] = useState('');
  const { rows: members, status } = useMemberSearch(chosen ? '' : text);
  return (
    <ComboboxField
      ref={ref}
      label="Member"
      hint="Type a name, a membership number, an email or a phone number."
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

const most = 8;

function useMemberSearch(text: string) {
  return useSuggestions({
    text,
    queryKey: ['members', 'like'],
    search: async (words, signal) =>
      (await call(searchMembers, { body: { text: words, pageSize: most }, signal })).results,
    counted: ({ length: count }) => (count === 1 ? '1 member found' : `${count} members found`),
  });
}
