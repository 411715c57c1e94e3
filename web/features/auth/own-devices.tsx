import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import {
  endOwnSession,
  endOwnSessions,
  listOwnSessions,
  sessionTexts,
  type SignedInDevice,
} from '#contract/auth/sessions.ts';
import { textFor } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { forgetReturnPath } from '#web/session/return-path.ts';
import { endSession } from '#web/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { DeviceList } from './device-list.tsx';
import styles from './device-list.module.css';

/** The user's own devices: each can be signed out, or all. product-rules 4.31. */
export function OwnDevices() {
  const box = useRef<HTMLDivElement>(null);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['sessions', 'own'],
    queryFn: ({ signal }) => call(listOwnSessions, { signal }),
    staleTime: 0,
    gcTime: 0,
  });

  if (data === undefined) {
    if (error === null) return <Spinner />;
    const text = textFor(error, sessionTexts);
    return <LoadFailure text={text} busy={isFetching} onRetry={() => void refetch()} />;
  }

  async function refresh() {
    // The focused button goes with its device.
    box.current?.focus();
    await refetch();
  }

  return (
    <div ref={box} tabIndex={-1} className={styles.part}>
      <p>{sessionTexts.intro}</p>
      <DeviceList
        devices={data}
        renderAction={(device) =>
          device.isCurrent ? null : <SignOutDevice device={device} onDone={refresh} />
        }
      />
      <SignOutEverywhere />
    </div>
  );
}

interface SignOutProps {
  device: SignedInDevice;
  onDone: () => Promise<void>;
}

function SignOutDevice({ device, onDone }: SignOutProps) {
  const notify = useNotify();
  const { busy, error, send } = useCall(endOwnSession);

  async function signOut() {
    const outcome = await send({ params: { id: device.id } });
    if (!outcome.ok) return;
    notify.success(sessionTexts.ended);
    await onDone();
  }

  return (
    <div>
      <FormProblem message={error?.message} />
      <Button
        busy={busy}
        aria-label={sessionTexts.signOutOf(device.device)}
        onClick={() => void signOut()}
      >
        {sessionTexts.signOut}
      </Button>
    </div>
  );
}

function SignOutEverywhere() {
  const confirm = useConfirm();
  const { busy, error, send } = useCall(endOwnSessions);

  async function signOut() {
    const isSure = await confirm({
      title: sessionTexts.everywhere,
      body: sessionTexts.askEverywhere,
      confirm: sessionTexts.everywhere,
      cancel: 'Cancel',
    });
    if (!isSure || !(await send({})).ok) return;
    forgetReturnPath();
    endSession('signedOut');
  }

  return (
    <>
      <FormProblem message={error?.message} />
      <Button busy={busy} onClick={() => void signOut()}>
        {sessionTexts.everywhere}
      </Button>
    </>
  );
}
