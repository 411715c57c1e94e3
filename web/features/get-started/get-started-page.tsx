import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { type GetStarted, startEmpty, type SetupStep } from '#contract/get-started/endpoints.ts';
import { getStartedTexts as texts, stepTexts } from '#contract/get-started/texts.ts';
import { menuCounts, useIsMailKept } from '#web/api/menu-counts.ts';
import { useCall } from '#web/api/use-call.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';
import styles from './get-started-page.module.css';
import { placeOf } from './next-step.ts';

/** What a new installation needs, from the records. product-rules 2.49. */
export function GetStartedPage() {
  const query = useQuery({ ...menuCounts, refetchOnMount: 'always' });
  const { data, isError, isFetching, refetch } = query;
  return (
    <>
      <PageTitle>{texts.heading}</PageTitle>
      {isError && !data && (
        <LoadFailure text={texts.failed} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {!data && !isError && <Spinner />}
      {data && <Steps getStarted={data.getStarted} />}
    </>
  );
}

function Steps({ getStarted }: { getStarted: GetStarted | null }) {
  const steps = getStarted?.steps ?? [];
  const done = steps.filter(({ isDone }) => isDone).length;
  const isComplete = done === steps.length;
  // Not for a role that cannot do them.
  const opening = steps.length > 1 && getStarted ? texts.opening[getStarted.opening] : '';
  return (
    <Card className={styles.card}>
      <p>
        {isComplete ? texts.complete : texts.progress(done, steps.length)} {opening}
      </p>
      {getStarted?.opening === 'ready' && <RegisterAddress {...getStarted} />}
      <ol className={styles.steps}>
        {steps.map(({ step, isDone }) => (
          <Step key={step} step={step} isDone={isDone} />
        ))}
      </ol>
    </Card>
  );
}

function Step({ step, isDone }: { step: SetupStep; isDone: boolean }) {
  const { title } = stepTexts[step];
  const isMailMissing = useIsMailKept() && step === 'mail';
  const hint = isMailMissing ? texts.noMailServer : stepTexts[step].hint;
  return (
    <li className={styles.step}>
      <span className={styles.state}>
        <StatusBadge status={isDone ? texts.done : texts.open} />
      </span>
      <Link to={placeOf[step]} className={styles.title}>
        {title}
      </Link>
      {!isDone && <p className={styles.hint}>{hint}</p>}
      {step === 'members' && !isDone && <StartEmpty />}
    </li>
  );
}

function StartEmpty() {
  const { send, busy, error } = useCall(startEmpty);
  return (
    <div className={styles.action}>
      <Button busy={busy} onClick={() => void send({})}>
        {texts.startEmpty}
      </Button>
      <FormProblem message={error?.message ?? null} />
    </div>
  );
}

function RegisterAddress({ hasMembers, registerUrl, isOnlyHere }: GetStarted) {
  return (
    <p className={styles.register}>
      <span>
        {hasMembers ? texts.next : texts.first} <strong>{registerUrl}</strong>
      </span>
      <CopyButton value={registerUrl} what={texts.registerUrl} />
      {isOnlyHere && <span>{texts.onlyHere}</span>}
    </p>
  );
}
