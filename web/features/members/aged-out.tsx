import { useQuery } from '@tanstack/react-query';
import { formatDay } from '#contract/days.ts';
import { relativeTexts, searchRelatives } from '#contract/relatives.ts';
import { call } from '#web/api/call.ts';
import styles from './relatives-section.module.css';

/** Who has turned 19 is kept, and said to be covered no more. Rules §5. */
export function AgedOut({ memberId }: { memberId: string }) {
  const body = { mainMemberId: memberId, hasAgedOut: true, pageSize: 50 };
  const { data } = useQuery({
    queryKey: ['members', 'agedOut', memberId],
    queryFn: () => call(searchRelatives, { body }),
  });
  return data?.results.map(({ id, firstName, lastName, dateOfBirth }) => (
    <p key={id} className={styles.hint}>
      {relativeTexts.agedOut(`${firstName} ${lastName}`, formatDay(dateOfBirth ?? ''))}
    </p>
  ));
}
