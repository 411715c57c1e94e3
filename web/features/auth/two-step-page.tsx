import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import {
  confirmTwoStep,
  makeRecoveryCodes,
  startTwoStep,
  turnOffTwoStep,
  type TwoStep,
  twoStepTexts as texts,
} from '#contract/auth/two-step.ts';
import { formatDay, formatMoment } from '#contract/days.ts';
import { useCall } from '#web/api/use-call.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { problemIn } from '#web/forms/problem-in.ts';
import { useCheckedForm } from '#web/forms/use-checked-form.ts';
import { useErrorFocus } from '#web/forms/use-error-focus.ts';
import { useUnsavedChanges } from '#web/forms/use-unsaved-changes.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { Warning } from '#web/ui/warning.tsx';
import { ownTwoStep } from './own-two-step.ts';
import { PasswordDialog } from './password-dialog.tsx';
import styles from './two-step-page.module.css';

interface NewSecret {
  key: string;
  picture: string;
}

/** Sets up and turns off the own two-step sign-in. product-rules 4.21. */
export function TwoStepPage() {
  const { data, isError, isFetching, refetch } = useQuery(ownTwoStep);
  const queries = useQueryClient();
  const [secret, setSecret] = useState<NewSecret | null>(null);
  const [codes, setCodes] = useState<{ codes: string[]; isNew: boolean } | null>(null);
  const readAgain = () => queries.invalidateQueries({ queryKey: ownTwoStep.queryKey });

  async function showCodes(newCodes: string[], isNew: boolean) {
    setSecret(null);
    setCodes({ codes: newCodes, isNew });
    await readAgain();
  }

  function stateOf(twoStep: TwoStep) {
    if (codes) return <RecoveryCodes {...codes} onStored={() => setCodes(null)} />;
    if (secret) {
      const onConfirmed = (newCodes: string[]) => void showCodes(newCodes, true);
      return (
        <ScanForm secret={secret} onConfirmed={onConfirmed} onCancel={() => setSecret(null)} />
      );
    }
    if (twoStep.onSinceUtc === null) return <Off twoStep={twoStep} onStarted={setSecret} />;
    return (
      <On
        twoStep={twoStep}
        since={twoStep.onSinceUtc}
        onNewCodes={(newCodes) => void showCodes(newCodes, false)}
        onTurnedOff={readAgain}
      />
    );
  }

  return (
    <>
      <PageTitle>{texts.title}</PageTitle>
      {isError && (
        <LoadFailure text={texts.failed} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {data === undefined && !isError && <Spinner />}
      {data && <Card className={styles.card}>{stateOf(data)}</Card>}
    </>
  );
}

interface OffProps {
  twoStep: TwoStep;
  onStarted: (secret: NewSecret) => void;
}

function Off({ twoStep: { requiredFrom, isSetUpDue }, onStarted }: OffProps) {
  const [isAsking, ask] = useState(false);
  const starting = useCall(startTwoStep);

  async function start(body: { password: string }) {
    const outcome = await starting.send({ body });
    if (!outcome.ok) return outcome.error;
    onStarted(outcome.data);
    return null;
  }

  return (
    <>
      <p>{texts.intro}</p>
      {requiredFrom === null ? (
        <p>{texts.isOff}</p>
      ) : (
        <Warning>
          <p>{isSetUpDue ? texts.required : texts.requiredFrom(formatDay(requiredFrom))}</p>
        </Warning>
      )}
      <div className={styles.actions}>
        <Button kind="primary" onClick={() => ask(true)}>
          {texts.setUp}
        </Button>
      </div>
      {isAsking && (
        <PasswordDialog
          title={texts.setUp}
          submit="Next"
          busy={starting.busy}
          send={start}
          onClose={() => ask(false)}
        >
          <p>{texts.setUpHint}</p>
        </PasswordDialog>
      )}
    </>
  );
}

interface ScanProps {
  secret: NewSecret;
  onConfirmed: (recoveryCodes: string[]) => void;
  onCancel: () => void;
}

/** The first code proves that the app has the secret. */
function ScanForm({ secret, onConfirmed, onCancel }: ScanProps) {
  const form = useCheckedForm(confirmTwoStep.body, { defaultValues: { code: '' } });
  const errors = useErrorFocus(form);
  const { busy, send } = useCall(confirmTwoStep);
  const [problem, setProblem] = useState<string | null>(null);
  const { setFocus } = form;
  // The button that had the focus is gone.
  useEffect(() => setFocus('code'), [setFocus]);

  async function confirm(body: { code: string }) {
    setProblem(null);
    const outcome = await send({ body });
    if (outcome.ok) onConfirmed(outcome.data.recoveryCodes);
    else if (outcome.error) setProblem(problemIn(outcome.error, errors));
  }

  return (
    <>
      <p>{texts.scan}</p>
      <img
        alt={texts.picture}
        src={`data:image/svg+xml,${encodeURIComponent(secret.picture)}`}
        className={styles.picture}
      />
      <div>
        <p>{texts.byHand}</p>
        <p className={styles.key}>{groupsOfFour(secret.key)}</p>
        <CopyButton value={secret.key} what={texts.key} />
      </div>
      <form
        noValidate
        className={styles.form}
        onSubmit={form.handleSubmit(confirm, errors.onInvalid)}
      >
        <TextField
          label={texts.code}
          hint={texts.codeHint}
          inputMode="numeric"
          autoComplete="one-time-code"
          error={form.formState.errors.code?.message}
          {...form.register('code')}
        />
        <FormProblem message={problem} />
        <div className={styles.actions}>
          <Button off={busy} onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" kind="primary" busy={busy}>
            {texts.turnOn}
          </Button>
        </div>
      </form>
    </>
  );
}

function groupsOfFour(key: string): string {
  return key.replaceAll(/(.{4})(?=.)/g, '$1 ');
}

interface CodesProps {
  codes: string[];
  /** Two-step sign-in was turned on just now. */
  isNew: boolean;
  onStored: () => void;
}

function RecoveryCodes({ codes, isNew, onStored }: CodesProps) {
  const title = useRef<HTMLHeadingElement>(null);
  useUnsavedChanges(true, texts.leaveCodes);
  // The button that had the focus is gone.
  useEffect(() => title.current?.focus(), []);
  return (
    <>
      <h2 ref={title} tabIndex={-1} className={styles.title}>
        {texts.codesTitle}
      </h2>
      {isNew && <p>{texts.turnedOn}</p>}
      <p>{texts.codes}</p>
      <ol className={styles.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <div className={styles.actions}>
        <CopyButton value={codes.join('\n')} what={texts.copyCodes} />
        <Button onClick={() => print()}>{texts.printCodes}</Button>
        <Button kind="primary" onClick={onStored}>
          {texts.codesKept}
        </Button>
      </div>
    </>
  );
}

interface OnProps {
  twoStep: TwoStep;
  since: string;
  onNewCodes: (recoveryCodes: string[]) => void;
  onTurnedOff: () => Promise<void>;
}

function On({ twoStep, since, onNewCodes, onTurnedOff }: OnProps) {
  const { recoveryCodesLeft, requiredFrom } = twoStep;
  const [asking, ask] = useState<'codes' | 'off' | null>(null);
  const making = useCall(makeRecoveryCodes);
  const turningOff = useCall(turnOffTwoStep);
  const notify = useNotify();

  async function make(body: { password: string }) {
    const outcome = await making.send({ body });
    if (!outcome.ok) return outcome.error;
    onNewCodes(outcome.data.recoveryCodes);
    return null;
  }

  async function turnOff(body: { password: string }) {
    const outcome = await turningOff.send({ body });
    if (!outcome.ok) return outcome.error;
    notify.success(texts.turnedOff);
    await onTurnedOff();
    return null;
  }

  return (
    <>
      <p>{texts.isOn(formatMoment(since))}</p>
      <p>{texts.codesLeft(recoveryCodesLeft)}</p>
      <div className={styles.actions}>
        <Button onClick={() => ask('codes')}>{texts.newCodes}</Button>
        <Button kind="danger" onClick={() => ask('off')}>
          {texts.turnOff}
        </Button>
      </div>
      {asking === 'codes' && (
        <PasswordDialog
          title={texts.newCodes}
          submit="Make new codes"
          busy={making.busy}
          send={make}
          onClose={() => ask(null)}
        >
          <p>{texts.newCodesHint}</p>
        </PasswordDialog>
      )}
      {asking === 'off' && (
        <PasswordDialog
          title={texts.turnOffTitle}
          submit={texts.turnOff}
          kind="danger"
          busy={turningOff.busy}
          send={turnOff}
          onClose={() => ask(null)}
        >
          <p>{texts.turnOffHint}</p>
          {requiredFrom !== null && <p>{texts.turnOffRequired}</p>}
        </PasswordDialog>
      )}
    </>
  );
}
