import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import {
  getUserTwoStep,
  resetTwoStep,
  resetTwoStepTexts as texts,
  twoStepTexts,
} from '#contract/auth/two-step.ts';
import { formatMoment } from '#contract/days.ts';
import type { User } from '#contract/users/endpoints.ts';
import { call } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useSession } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { userName } from './user-name.ts';
import styles from './users-page.module.css';

/** The two-step sign-in of an administrator, and its reset after a lost phone. product-rules 4.24. */
export function TwoStepCard({ user }: { user: User }) {
  const queryKey = ['users', 'two-step', user.id];
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getUserTwoStep, { params: { id: user.id }, signal }),
  });
  const queries = useQueryClient();
  const notify = useNotify();
  const isOwn = useSession()?.userId === user.id;
  const confirm = useConfirm();
  const resetting = useCall(resetTwoStep);
  const status = useRef<HTMLParagraphElement>(null);

  async function reset() {
    const question = { title: texts.reset, body: texts.hint(userName(user)) };
    const isSure = await confirm({ ...question, confirm: 'Reset', cancel: 'Cancel', danger: true });
    if (!isSure || !(await resetting.send({ params: { id: user.id } })).ok) return;
    notify.success(texts.done);
    await queries.invalidateQueries({ queryKey });
    // The button that had the focus is gone.
    status.current?.focus();
  }

  if (isError) {
    const retry = { busy: isFetching, onRetry: () => void refetch() };
    return <LoadFailure text={twoStepTexts.failed} {...retry} />;
  }
  if (!data) return null;
  const { onSinceUtc } = data;
  return (
    <Card title={twoStepTexts.title} className={styles.twoStep}>
      <p ref={status} tabIndex={-1}>
        {onSinceUtc === null ? texts.isOff : texts.isOn(formatMoment(onSinceUtc))}
      </p>
      {isOwn && <p>{texts.own}</p>}
      {!isOwn && onSinceUtc !== null && (
        <p>
          <Button busy={resetting.busy} onClick={() => void reset()}>
            {texts.reset}
          </Button>
        </p>
      )}
      <FormProblem message={resetting.error?.message ?? null} />
    </Card>
  );
}
