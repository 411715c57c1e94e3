import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { asApiError } from '#web/api/api-error.ts';
import { membersLike } from './members-like.ts';

const restMs = 200;

/** Looks for members once the typing rests; `text` is '' while there is nothing to look for. */
export function useMemberSearch(text: string) {
  const wanted = text.trim();
  const [rested, setRested] = useState(wanted);
  useEffect(() => {
    const timer = setTimeout(() => setRested(wanted), restMs);
    return () => clearTimeout(timer);
  }, [wanted]);
  const { data, error, isFetching } = useQuery({
    queryKey: ['members', 'like', rested],
    queryFn: ({ signal }) => membersLike(rested, signal),
    enabled: rested !== '',
    placeholderData: keepPreviousData,
  });
  const isWaiting = isFetching || rested !== wanted;
  const members = wanted === '' || error ? [] : (data ?? []);
  const counted = members.length === 1 ? '1 member found' : `${members.length} members found`;
  const settled = error ? asApiError(error).message : counted;
  return { members, status: isWaiting ? 'Searching…' : settled };
}
