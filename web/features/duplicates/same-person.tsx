import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { previewDuplicates } from '#contract/duplicates/endpoints.ts';
import { duplicateLinkTexts } from '#contract/duplicates/texts.ts';
import { call } from '#web/api/call.ts';
import { paths } from '#web/app/paths.ts';
import { useAfterPause } from '#web/forms/use-after-pause.ts';
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
    queryKey: ['duplicates', 'typed', rested],
    queryFn: ({ signal }) =>
      call(previewDuplicates, { body: JSON.parse(rested) as Props['typed'], signal }),
    enabled: [email, phone, lastName].some((text) => text.trim() !== ''),
  });
  return (
    <div role="status">
      {data.length > 0 && (
        <Warning>
          <p>{duplicateLinkTexts.mayBeHere}</p>
          {data.map(({ id, name, membershipNumber, reasons }) => (
            <p key={id}>
              <Link to={paths.member(id)} target="_blank">
                {membershipNumber === null ? name : `${name} (${membershipNumber})`}
              </Link>
              {`: ${reasonsInWords(reasons)}`}
            </p>
          ))}
        </Warning>
      )}
    </div>
  );
}
