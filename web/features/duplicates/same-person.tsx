import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { ReplyOf } from '#contract/endpoint.ts';
import { previewDuplicates } from '#contract/duplicates/endpoints.ts';
import { duplicateLinkTexts } from '#contract/duplicates/texts.ts';
import { call } from '#web/api/call.ts';
import { paths } from '#web/app/paths.ts';
import { useAfterPause } from '#web/forms/use-after-pause.ts';
import type { Confirm } from '#web/ui/confirm.tsx';
import { Warning } from '#web/ui/warning.tsx';
import { reasonsInWords } from './reasons-in-words.ts';

interface Props {
  typed: { firstName: string; lastName: string; email: string; phone: string };
}

const pauseMs = 500;

/** While a new member is typed: who has the same details. Without anybody it is empty. */
export function SamePerson({ typed: { firstName, lastName, email, phone } }: Props) {
  const rested = useAfterPause(JSON.stringify({ firstName, lastName, email, phone }), pauseMs);
  const { data = [] } = useQuery({
    ...samePeople(rested),
    enabled: [email, phone, lastName].some((text) => text.trim() !== ''),
  });
  return (
    <div role="status">
      {data.length > 0 && (
        <Warning>
          <p>{duplicateLinkTexts.mayBeHere}</p>
          <People people={data} typed={{ email }} />
        </Warning>
      )}
    </div>
  );
}

/** `typed`: the four fields as JSON. */
function samePeople(typed: string) {
  return queryOptions({
    queryKey: ['duplicates', 'typed', typed],
    queryFn: ({ signal }) =>
      call(previewDuplicates, { body: JSON.parse(typed) as Props['typed'], signal }),
  });
}

interface PeopleProps {
  people: ReplyOf<typeof previewDuplicates>;
  typed: Pick<Props['typed'], 'email'>;
}

function People({ people, typed }: PeopleProps) {
  return people.map((person) => (
    <p key={person.id}>
      <Link to={paths.member(person.id)} target="_blank">
        {person.membershipNumber === null
          ? person.name
          : `${person.name} (${person.membershipNumber})`}
      </Link>
      {`: ${reasonsInWords(person.reasons, typed, person)}`}
    </p>
  ));
}

/**
 * Waits for the check of what was typed last, and asks if it names people who were not shown yet. Without an
 * answer of the check nothing is asked: the list of duplicates names them later.
 */
export async function askSamePerson(
  client: QueryClient,
  confirm: Confirm,
  { firstName, lastName, email, phone }: Props['typed'],
): Promise<boolean> {
  const query = samePeople(JSON.stringify({ firstName, lastName, email, phone }));
  if (client.getQueryData(query.queryKey) !== undefined) return true;
  const people = await client.query({ ...query, retry: false }).catch(() => []);
  if (people.length === 0) return true;
  return confirm({
    title: duplicateLinkTexts.mayBeHere,
    body: <People people={people} typed={{ email }} />,
    confirm: duplicateLinkTexts.addAnyway,
    cancel: duplicateLinkTexts.goBack,
  });
}
