import { useQuery } from '@tanstack/react-query';
import { formatMoment } from '#contract/days.ts';
import {
  getConsents,
  type OwnConsents,
  type Purpose,
  purposes,
} from '#contract/privacy/consents.ts';
import { officeConsentsTexts as texts } from '#contract/privacy/office-consents-texts.ts';
import { call } from '#web/api/call.ts';
import { SidePart } from '#web/forms/record-layout.tsx';

/** On the member's page: what the member agreed to get by email, and what still has to be confirmed. */
export function MemberConsents({ memberId, email }: { memberId: string; email: string }) {
  const { data, isError } = useQuery({
    queryKey: ['privacy', memberId, 'consents', email],
    queryFn: ({ signal }) => call(getConsents, { params: { id: memberId }, signal }),
  });
  return (
    <SidePart title={texts.title}>
      {isError && <p>{texts.failed}</p>}
      {data && purposes.map((purpose) => <p key={purpose}>{sentenceOf(data, purpose)}</p>)}
      {data?.isUnsubscribed && <p>{texts.unsubscribed}</p>}
    </SidePart>
  );
}

function sentenceOf({ history }: OwnConsents, purpose: Purpose): string {
  const of = history.filter((consent) => consent.purpose === purpose);
  const current = of.find(({ withdrawnUtc }) => withdrawnUtc === null);
  const consent = current ?? of[0];
  if (consent === undefined) return texts.never(purpose);
  const { isWaiting, givenUtc, withdrawnUtc } = consent;
  if (isWaiting) return texts.waiting(purpose);
  return withdrawnUtc === null
    ? texts.given(purpose, formatMoment(givenUtc))
    : texts.withdrawn(purpose, formatMoment(withdrawnUtc));
}
