import { ArrowLeft } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { FieldError } from '#contract/envelope.ts';
import type { MemberType } from '#contract/member-types/endpoints.ts';
import { registrationTexts } from '#contract/registration/endpoints.ts';
import { paths } from '#web/app/paths.ts';
import { NotOpenYet, useIsNotOpen } from '#web/features/company-info/not-open-yet.tsx';
import { relativesForm } from '#web/features/members/relative-rules.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Button } from '#web/ui/button.tsx';
import { LoadLater, type LoadTrouble } from '#web/ui/load-later.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { type Draft, storeDraft, storedDraft } from './draft.ts';
import { endOfRegistration, finishOf } from './registration-finished.ts';
import { PaymentStep } from './payment-step.tsx';
import { personForm, personWithoutPasswords } from './person-form.ts';
import { RegistrationStep } from './registration-step.tsx';
import { RelativesStep } from './relatives-step.tsx';
import { entriesBack, further, lastOf, replaced, trailOf } from './step-trail.ts';
import { MemberTypesWait, useMemberTypes } from './use-member-types.tsx';
import { useRegister } from './use-register.ts';
import {
  firstStepOf,
  isBehind,
  placeOf,
  reachableStep,
  type Progress,
  type Step,
  stepAfter,
  stepBefore,
  stepTitles,
} from './wizard-steps.ts';
import styles from './wizard.module.css';

export function RegisterPage() {
  const finish = finishOf(useLocation().state);
  const isNotOpen = useIsNotOpen();
  if (finish === null) return isNotOpen ? <NotOpenYet /> : <Wizard />;
  return (
    <LoadLater code={endOfRegistration} waiting={<Spinner />} failure={FinishedFailure}>
      {(EndOfRegistration) => <EndOfRegistration finish={finish} />}
    </LoadLater>
  );
}

function FinishedFailure({ text, busy, onRetry }: LoadTrouble) {
  return (
    <>
      <FormProblem message={text} />
      <Button busy={busy} onClick={onRetry}>
        Try again
      </Button>
    </>
  );
}

/** Holds the draft of all steps; each step validates its own part. */
function Wizard() {
  const types = useMemberTypes();
  const [draft, setDraft] = useState(storedDraft);
  const [refusals, setRefusals] = useState<readonly FieldError[]>([]);
  const moves = useStep();
  const type = types.offered?.find(({ id }) => id === draft.person.memberTypeId);
  const progress = progressOf(draft, type);
  const isWaiting = moves.step !== 'registration' && types.offered === null;
  const step = isWaiting ? moves.step : reachableStep(moves.step, progress);
  const registering = useRegister({ draft, change, type, types, onRefused: setRefusals });

  useEffect(() => storeDraft(draft), [draft]);

  const correctEntry = useEffectEvent(() => {
    if (step !== moves.step) moves.goInstead(step, lostPasswords(draft, progress));
  });
  useEffect(() => correctEntry(), [step, moves.step]);

  // In an effect, since the user may have gone back while the call was running.
  const goToRefusal = useEffectEvent(() => {
    const at = firstStepOf(refusals);
    if (at && isBehind(at, step)) moves.goBack(at);
  });
  useEffect(() => goToRefusal(), [refusals]);

  function change(part: Partial<Draft>) {
    setDraft((before) => ({ ...before, ...part }));
  }

  function goOn() {
    setRefusals([]);
    registering.clearProblem();
    moves.goOn(stepAfter(step, progress.isFamily));
  }

  const shared = { draft, change, refusals, onNext: goOn };

  function content() {
    // The history entry is being replaced: render nothing, so that the next step mounts with fresh
    // state.
    if (step !== moves.step) return null;
    if (isWaiting) return <MemberTypesWait {...types} />;
    if (step === 'relatives') return <RelativesStep {...shared} />;
    if (step === 'payment' && type) {
      return (
        <PaymentStep {...shared} type={type} registering={registering} goBack={moves.goBack} />
      );
    }
    return <RegistrationStep {...shared} types={types} askPasswords={moves.askPasswords} />;
  }

  return (
    <div>
      {step !== 'registration' && (
        <Button
          kind="quiet"
          className={styles.back}
          onClick={() => moves.goBack(stepBefore(step, progress.isFamily))}
        >
          <ArrowLeft aria-hidden size={20} />
          {registrationTexts.back}
        </Button>
      )}
      <p role="status" className={styles.place}>
        {placeOf(step, progress.isFamily)}
      </p>
      <PageTitle key={step}>{stepTitles[step]}</PageTitle>
      {content()}
    </div>
  );
}

/** Which parts of the draft are complete; `type` is the selected type, if still offered. */
function progressOf(draft: Draft, type: MemberType | undefined): Progress {
  const parsed = personWithoutPasswords.safeParse(draft.person);
  return {
    isFamily: type?.isFamily === true,
    person: type !== undefined && parsed.success && parsed.data.email === draft.freeEmail,
    passwords: personForm.safeParse(draft.person).success,
    relatives: relativesForm().safeParse(draft).success,
  };
}

/** True after a reload: step 1 is complete except for both passwords. */
function lostPasswords({ person }: Draft, progress: Progress): boolean {
  return progress.person && person.password === '' && person.confirmPassword === '';
}

interface StepMoves {
  step: Step;
  /** A reload cleared the passwords, so the user was sent back to this step. */
  askPasswords: boolean;
  goOn: (step: Step) => void;
  /** Goes back in the browser's history by one or more entries. */
  goBack: (step: Step) => void;
  /** Replaces the step of the current history entry. */
  goInstead: (step: Step, askPasswords: boolean) => void;
}

/** The wizard's step, stored in the browser's history. */
function useStep(): StepMoves {
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { askPasswords?: unknown } | null };
  const trail = trailOf(state);

  function goInstead(step: Step, askPasswords = false) {
    const next = { trail: replaced(trail, step), askPasswords };
    void navigate(paths.register(), { replace: true, state: next });
  }

  return {
    step: lastOf(trail),
    askPasswords: state?.askPasswords === true,
    goOn: (step) => void navigate(paths.register(), { state: { trail: further(trail, step) } }),
    goBack(step) {
      const entries = entriesBack(trail, step);
      if (entries === null) goInstead(step);
      else void navigate(-entries);
    },
    goInstead,
  };
}
