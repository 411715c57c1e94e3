import type { FieldError } from '#contract/envelope.ts';
import type { MemberType } from '#contract/member-types.ts';
import { registrationTexts } from '#contract/registration.ts';
import type { Draft } from './draft.ts';
import type { Registering } from './use-register.ts';
import type { Step } from './wizard-steps.ts';
import styles from './wizard.module.css';
import { PaymentForm } from './payment-form.tsx';
import { Summary } from './summary.tsx';
import { WizardBar } from './wizard-bar.tsx';

interface Props {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  type: MemberType;
  refusals: readonly FieldError[];
  registering: Registering;
  goBack: (step: Step) => void;
}

export function PaymentStep({ goBack, ...props }: Props) {
  const { draft, type, registering } = props;
  return (
    <div className={styles.step}>
      <Summary draft={draft} type={type} goBack={goBack} />
      {type.fee > 0 ? (
        <PaymentForm {...props} />
      ) : (
        <form
          className={styles.step}
          onSubmit={(event) => {
            event.preventDefault();
            void registering.submit(null);
          }}
        >
          <p>{registrationTexts.free}</p>
          <WizardBar
            submit={registrationTexts.submit}
            busy={registering.busy}
            problem={registering.problem}
          />
        </form>
      )}
    </div>
  );
}
