import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatInstant } from '#contract/days.ts';
import { getRetention, retentionTexts as texts } from '#contract/privacy/retention.ts';
import { call } from '#web/api/call.ts';
import { paths } from '#web/app/paths.ts';
import { Card } from '#web/ui/card.tsx';
import styles from './privacy.module.css';

/** Whether old records are erased, and the way to the periods. product-rules 19.6. */
export function RetentionCard() {
  const { data } = useQuery({
    queryKey: ['retention', 'state'],
    queryFn: ({ signal }) => call(getRetention, { signal }),
  });
  return (
    <Card title={texts.title}>
      {data && (
        <p>
          {data.savedUtc === null ? texts.notSaved : texts.savedAt(formatInstant(data.savedUtc))}
        </p>
      )}
      <p className={styles.line}>
        <Link to={paths.retention()}>{texts.open}</Link>
      </p>
    </Card>
  );
}
