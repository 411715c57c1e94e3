import { ArrowLeft } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { FieldError } from '#contract/envelope.ts';
import { registrationTexts } from '#contract/registration.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Button } from '#web/ui/button.tsx';
import { type Draft, keepDraft, keptDraft } from './draft.ts';
import { PaymentStep } from './payment-step.tsx';
import { RelativesStep } from './relatives-step.tsx';
import { MemberTypesWait } from './member-types-wait.tsx';
import { RegistrationStep } from './registration-step.tsx';
import { useMemberTypes } from './use-member-types.ts';
import { useRegister } from './use-register.ts';
import { lostPasswords, standingOf } from './wizard-progress.ts';
import { useStep } from './use-step.ts';
import {
  firstStepOf,
  isBehind,
  placeOf,
  reachableStep,
  stepAfter,
  stepBefore,
  stepTitles,
} from './wizard-steps.ts';
import styles from './wizard.module.css';

/** Holds what is typed while the steps come and go; each step checks its own part. */
export function Wizard() {
  const types = useMemberTypes();
  const [draft, setDraft] = useState(keptDraft);
  const [refusals, setRefusals] = useState<readonly FieldError[]>([]);
  const moves = useStep();
  const type = types.offered?.find(({ id }) => id === draft.person.memberTypeId);
  const standing = standingOf(draft, type);
  const isWaiting = moves.step !== 'registration' && types.offered === null;
  const step = isWaiting ? moves.step : reachableStep(moves.step, standing);
  const registering = useRegister({ draft, type, types, onRefused: setRefusals });

  useEffect(() => keepDraft(draft), [draft]);

  const correctEntry = useEffectEvent(() => {
    if (step !== moves.step) moves.goInstead(step, lostPasswords(draft, standing));
  });
  useEffect(() => correctEntry(), [step, moves.step]);

  // In an effect, since the person may have gone back while the answer was on its way.
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
    moves.goOn(stepAfter(step, standing.isFamily));
  }

  const shared = { draft, change, refusals, onNext: goOn };

  function content() {
    // The history is being corrected: what is shown next should begin anew.
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
          onClick={() => moves.goBack(stepBefore(step, standing.isFamily))}
        >
          <ArrowLeft aria-hidden size={20} />
          {registrationTexts.back}
        </Button>
      )}
      <p role="status" className={styles.place}>
        {placeOf(step, standing.isFamily)}
      </p>
      <PageTitle key={step}>{stepTitles[step]}</PageTitle>
      {content()}
    </div>
  );
}
