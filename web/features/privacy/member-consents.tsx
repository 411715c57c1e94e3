import { useQuery } from '@tanstack/react-query';
import { getConsents, purposes } from '#contract/privacy/consents.ts';
import { officeConsentsTexts as texts } from '#contract/privacy/office-consents-texts.ts';
import { call } from '#web/api/call.ts';
import { followsChanges } from '#web/api/changes.ts';
import { SidePart } from '#web/forms/record-layout.tsx';
import { consentSentence } from './consent-sentence.ts';

/** On the member's page: what the member agreed to get by email, and what still has to be confirmed. */
export function MemberConsents({ memberId, email }: { memberId: string; email: string }) {
  const { data, isError } = useQuery({
    queryKey: ['privacy', memberId, 'consents', email],
    queryFn: ({ signal }) => call(getConsents, { params: { id: memberId }, signal }),
    meta: followsChanges,
  });
  return (
    <SidePart title={texts.title}>
      {isError && <p>{texts.failed}</p>}
      {data && purposes.map((purpose) => <p key={purpose}>{consentSentence(data, purpose)}</p>)}
      {data?.isUnsubscribed && <p>{texts.unsubscribed}</p>}
    </SidePart>
  );
}
