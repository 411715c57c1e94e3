import type { UseQueryResult } from '@tanstack/react-query';
import { storyTexts } from '#contract/members/story.ts';
import type { RecordStory } from '#contract/payments/record-story.ts';
import { paymentRecordTexts } from '#contract/payments/recorded-payment.ts';
import { RecordHistory } from '#web/features/audit/record-history.tsx';
import { PaymentList } from '#web/features/payments/payment-list.tsx';
import { SidePart } from '#web/forms/record-layout.tsx';
import { Card } from '#web/ui/card.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { MailList } from './read-mail.tsx';
import styles from './read-mail.module.css';

interface Props {
  id: string;
  /** Changes with the record. */
  version: string;
  query: UseQueryResult<RecordStory>;
  /** Loads the record again. */
  readAgain: () => Promise<unknown>;
}

/** Payments, mails and history of an invoice or a donation. */
export function RecordSide({ id, version, query, readAgain }: Props) {
  const { data: story, isError, isFetching, refetch } = query;
  return (
    <>
      {story && (
        <>
          <SidePart title={paymentRecordTexts.title} count={story.payments.totalCount}>
            <PaymentList
              payments={story.payments.results}
              onCorrected={() => Promise.all([readAgain(), refetch()])}
            />
          </SidePart>
          <SidePart title={storyTexts.mails}>
            <MailList mails={story.mails} />
          </SidePart>
        </>
      )}
      {!story && !isError && <Spinner />}
      {!story && isError && (
        <LoadFailure
          text={storyTexts.recordFailed}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      <Card className={styles.history}>
        <RecordHistory id={id} version={version} />
      </Card>
    </>
  );
}
