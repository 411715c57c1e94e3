import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Ref, useEffect, useState } from 'react';
import { type Member, searchMembers } from '#contract/members/endpoints.ts';
import { asApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
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
  const { members, status } = useMemberSearch(chosen ? '' : text);
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

const restMs = 200;

const most = 8;

/** Searches after a pause in typing; `text` is '' if there is nothing to search for. */
function useMemberSearch(text: string) {
  const typed = text.trim();
  const [searched, setSearched] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSearched(typed), restMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, error, isFetching } = useQuery({
    queryKey: ['members', 'like', searched],
    queryFn: async ({ signal }) =>
      (await call(searchMembers, { body: { text: searched, pageSize: most }, signal })).results,
    enabled: searched !== '',
    placeholderData: keepPreviousData,
  });
  const isWaiting = isFetching || searched !== typed;
  const members = typed === '' || error ? [] : (data ?? []);
  const counted = members.length === 1 ? '1 member found' : `${members.length} members found`;
  const settled = error ? asApiError(error).message : counted;
  return { members, status: isWaiting ? 'Searching…' : settled };
}
