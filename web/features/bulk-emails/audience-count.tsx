import { useQuery } from '@tanstack/react-query';
import { countAudience } from '#contract/bulk-emails/sending.ts';
import { bulkEmailWords } from '#contract/bulk-emails/texts.ts';
import { call } from '#web/api/call.ts';
import styles from './bulk-email-form.module.css';

/** How many get it now, and who is left out and why. */
export function AudienceCount({ listId, isAppeal }: { listId: string; isAppeal: boolean }) {
  const { data, error } = useQuery({
    queryKey: ['bulkEmails', 'audience', listId, isAppeal],
    queryFn: ({ signal }) =>
      call(countAudience, { body: { communicationListId: listId, isAppeal }, signal }),
    enabled: listId !== '',
  });
  if (listId === '') return <p className={styles.hint}>{bulkEmailWords.searchGone}</p>;
  const { audience, leftOut, leftOutOf } = bulkEmailWords;
  const others = data && leftOutOf(data);
  const counted = data && `${audience(data.toSend)}. ${others && `${leftOut}: ${others}.`}`;
  return (
    <p role="status" className={styles.hint}>
      {counted ?? (error ? bulkEmailWords.audienceFailed : bulkEmailWords.counting)}
    </p>
  );
}
