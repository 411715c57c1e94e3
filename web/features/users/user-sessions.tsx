import { useQuery } from '@tanstack/react-query';
import { endUserSessions, listUserSessions, sessionTexts } from '#contract/auth/sessions.ts';
import { textFor } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { DeviceList } from '#web/features/auth/device-list.tsx';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { useSession } from '#web/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

interface Props {
  id: string;
  name: string;
}

/** On the page of another user: where the user is signed in. product-rules 4.31. */
export function UserSessions({ id, name }: Props) {
  const confirm = useConfirm();
  const notify = useNotify();
  const isOwn = useSession()?.userId === id;
  const ending = useCall(endUserSessions);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['sessions', 'of', id],
    queryFn: ({ signal }) => call(listUserSessions, { params: { id }, signal }),
  });

  async function endAll() {
    const isSure = await confirm({
      title: sessionTexts.endAll,
      body: sessionTexts.askEndAll(name),
      confirm: sessionTexts.endAll,
      cancel: 'Cancel',
      danger: true,
    });
    if (!isSure || !(await ending.send({ params: { id } })).ok) return;
    notify.success(sessionTexts.endedAll);
    await refetch();
  }

  function content() {
    if (data !== undefined) return <DeviceList devices={data} />;
    if (error === null) return <Spinner />;
    const text = textFor(error, sessionTexts);
    return <LoadFailure text={text} busy={isFetching} onRetry={() => void refetch()} />;
  }

  return (
    <Card title={sessionTexts.title}>
      {content()}
      <FormProblem message={ending.error?.message} />
      {/* The own ones end in the user menu. */}
      {!isOwn && (
        <Button busy={ending.busy} onClick={() => void endAll()}>
          {sessionTexts.endAll}
        </Button>
      )}
    </Card>
  );
}
