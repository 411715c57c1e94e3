import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Navigate, useLocation } from 'react-router';
import { twoStepTexts } from '#contract/auth/two-step.ts';
import { formatDay } from '#contract/days.ts';
import { paths } from '#web/app/paths.ts';
import { useSystemNotice } from '#web/app/system-notices.tsx';
import { ownTwoStep } from '#web/features/auth/own-two-step.ts';

/**
 * Where two-step sign-in is compulsory: before that day a notice for those without it, afterwards only
 * its page. The server refuses all other calls. product-rules 4.22.
 */
export function TwoStepGate() {
  const { data } = useQuery(ownTwoStep);
  const { pathname } = useLocation();
  const day = data?.onSinceUtc === null ? data.requiredFrom : null;
  const isDue = data?.isSetUpDue === true;
  const notice = useMemo(() => {
    const { title, detail } = twoStepTexts.notice;
    return day === null ? null : { title, detail: detail(formatDay(day)), to: paths.twoStep() };
  }, [day]);
  useSystemNotice(isDue ? null : notice);
  return isDue && pathname !== paths.twoStep() ? <Navigate replace to={paths.twoStep()} /> : null;
}
