import { useEffect, useEffectEvent, useState } from 'react';
import { emailTexts } from '#contract/auth.ts';
import type { FieldError } from '#contract/envelope.ts';
import { memberTypeTexts } from '#contract/member-types.ts';
import { privacyTexts } from '#contract/privacy.ts';
import { registrationTexts } from '#contract/registration.ts';
import { paths } from '#web/app/paths.ts';
import { ConsentBoxes } from '#web/features/privacy/consent-boxes.tsx';
import { PrivacyLine } from '#web/features/privacy/privacy-line.tsx';
import { Link } from '#web/app/router/link.tsx';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import { useCheckedForm } from '#web/forms/use-checked-form.ts';
import { useErrorFocus } from '#web/forms/use-error-focus.ts';
import type { Draft } from './draft.ts';
import { type Person, personForm } from './person-form.ts';
import type { MemberTypes } from './use-member-types.ts';
import styles from './wizard.module.css';
import { PersonFields } from './person-fields.tsx';
import { TypeCards } from './type-cards.tsx';
import { useEmailCheck } from './use-email-check.ts';
import { useRefusals } from './use-refusals.ts';
import { useTyped } from './use-typed.ts';
import { WizardBar } from './wizard-bar.tsx';

interface Props {
  types: MemberTypes;
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  refusals: readonly FieldError[];
  askPasswords: boolean;
  onNext: () => void;
}

export function RegistrationStep(props: Props) {
  const { types, draft, change, refusals, askPasswords, onNext } = props;
  const form = useCheckedForm(personForm, { defaultValues: draft.person });
  const errors = useErrorFocus(form);
  const email = useEmailCheck();
  const [asksPasswords] = useState(askPasswords && draft.person.password === '');
  useTyped(form, (person) => change({ person }));
  useRefusals(refusals, errors);

  const focusPassword = useEffectEvent(() => form.setFocus('password'));
  useEffect(() => {
    if (asksPasswords) focusPassword();
  }, [asksPasswords]);

  async function next(person: Person) {
    if (!types.offered?.some(({ id }) => id === person.memberTypeId)) {
      const message = types.offered ? registrationTexts.typeRetired : memberTypeTexts.failed;
      errors.showServerErrors([{ field: 'memberTypeId', message }]);
      return;
    }
    const found = await email.check(person.email);
    if (found === 'taken') {
      errors.showServerErrors([{ field: 'email', message: emailTexts.taken }]);
    } else if (found === 'free') {
      change({ freeEmail: person.email });
      onNext();
    }
  }

  return (
    <form noValidate className={styles.step} onSubmit={form.handleSubmit(next, errors.onInvalid)}>
      <p>
        {registrationTexts.haveAccount} <Link to={paths.login()}>{registrationTexts.signIn}</Link>
      </p>
      <ErrorSummary {...errors.summary} />
      <TypeCards form={form} types={types} draft={draft} change={change} />
      <PersonFields form={form} asksPasswords={asksPasswords} />
      <ConsentBoxes choices={draft} change={change} />
      <PrivacyLine>{privacyTexts.atRegistration}</PrivacyLine>
      <WizardBar submit={registrationTexts.next} busy={email.busy} problem={email.problem} />
    </form>
  );
}
