import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
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
import { PasswordDialog } from '#web/features/auth/password-dialog.tsx';
import { useSession } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
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
  const [isAsking, ask] = useState(false);
  const resetting = useCall(resetTwoStep);
  const status = useRef<HTMLParagraphElement>(null);

  async function reset(body: { password: string }) {
    const outcome = await resetting.send({ params: { id: user.id }, body });
    if (!outcome.ok) return outcome.error;
    notify.success(texts.done);
    ask(false);
    await queries.invalidateQueries({ queryKey });
    // The button that had the focus is gone.
    status.current?.focus();
    return null;
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
          <Button onClick={() => ask(true)}>{texts.reset}</Button>
        </p>
      )}
      {isAsking && (
        <PasswordDialog
          title={texts.reset}
          submit="Reset"
          kind="danger"
          busy={resetting.busy}
          send={reset}
          onClose={() => ask(false)}
        >
          <p>{texts.hint(userName(user))}</p>
        </PasswordDialog>
      )}
    </Card>
  );
}
