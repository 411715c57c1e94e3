import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { Link } from 'react-router';
import { checkEmail, emailTexts } from '#contract/auth/endpoints.ts';
import type { FieldError } from '#contract/envelope.ts';
import { type MemberType, memberTypeTexts } from '#contract/member-types/endpoints.ts';
import { formatRand } from '#contract/money.ts';
import { privacyTexts } from '#contract/privacy/texts.ts';
import { registrationTexts } from '#contract/registration/endpoints.ts';
import { clearingTexts } from '#contract/members/relatives.ts';
import { useCall } from '#web/api/use-call.ts';
import { paths } from '#web/app/paths.ts';
import { isBlank } from '#web/features/members/relative-rules.ts';
import { ConsentBoxes, PrivacyLine } from '#web/features/privacy/consent-boxes.tsx';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import { useCheckedForm } from '#web/forms/use-checked-form.ts';
import { useErrorFocus } from '#web/forms/use-error-focus.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import { RadioCards } from '#web/ui/fields/radio-cards.tsx';
import type { Draft } from './draft.ts';
import { PersonFields } from './person-fields.tsx';
import { type Person, personForm, type TypedPerson } from './person-form.ts';
import { type MemberTypes, MemberTypesWait } from './use-member-types.tsx';
import { useRefusals, useTyped, WizardBar, WizardPart } from './wizard-step.tsx';
import styles from './wizard.module.css';

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
    // An earlier registration whose reply was lost may have used it, so the server decides.
    const mayBeOwn = person.email === draft.sentEmail;
    const result = mayBeOwn ? 'free' : await email.check(person.email);
    if (result === 'taken') {
      errors.showServerErrors([{ field: 'email', message: emailTexts.taken }]);
    } else if (result === 'free') {
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
      <PersonFields form={form} sentEmail={draft.sentEmail} asksPasswords={asksPasswords} />
      <ConsentBoxes choices={draft} change={change} />
      <PrivacyLine>{privacyTexts.atRegistration}</PrivacyLine>
      <WizardBar submit={registrationTexts.next} busy={email.busy} problem={email.problem} />
    </form>
  );
}

interface TypeCardsProps {
  form: UseFormReturn<TypedPerson, unknown, Person>;
  types: MemberTypes;
  draft: Draft;
  change: (part: Partial<Draft>) => void;
}

function TypeCards({ form, types, draft, change }: TypeCardsProps) {
  const offered = types.offered ?? [];
  const choose = useTypeChoice({
    draft,
    change,
    offered,
    choose: (id) => form.setValue('memberTypeId', id),
  });
  return (
    <WizardPart title="Membership">
      {types.offered === null ? (
        <MemberTypesWait {...types} />
      ) : (
        <RadioCards
          {...form.register('memberTypeId')}
          legend="Member type"
          options={offered.map(cardOf)}
          value={draft.person.memberTypeId}
          onChange={(event) => choose(event.target.value)}
          error={form.formState.errors.memberTypeId?.message}
        />
      )}
    </WizardPart>
  );
}

function cardOf({ id, name, fee, description }: MemberType) {
  return {
    value: id,
    title: name,
    line: (
      <>
        <span className={styles.fee}>{formatRand(fee)}</span> {description}
      </>
    ),
  };
}

interface TypeChoiceOptions {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  offered: readonly MemberType[];
  choose: (id: string) => void;
}

const askClear = {
  title: clearingTexts.askClear,
  body: clearingTexts.clearBody,
  confirm: clearingTexts.clear,
  cancel: clearingTexts.keep,
} as const;

const askRestore = {
  title: clearingTexts.askRestore,
  body: clearingTexts.restoreBody,
  confirm: clearingTexts.restore,
  cancel: registrationTexts.startOver,
} as const;

/**
 * Leaving the family type clears the relatives; returning to it restores them. product-rules 14.12.
 */
function useTypeChoice({ draft, change, offered, choose }: TypeChoiceOptions) {
  const confirm = useConfirm();
  const isFamily = (id: string) => offered.some((type) => type.id === id && type.isFamily);

  return async (id: string): Promise<void> => {
    const was = isFamily(draft.person.memberTypeId);
    if (was && !isFamily(id)) {
      const typed = draft.relatives.filter((relative) => !isBlank(relative));
      if (typed.length > 0 && !(await confirm(askClear))) return;
      change({ relatives: [], earlierRelatives: typed });
    }
    choose(id);
    if (!was && isFamily(id) && draft.earlierRelatives.length > 0) {
      // Closing the dialog keeps the relatives.
      if (await confirm(askRestore)) {
        change({ relatives: draft.earlierRelatives, earlierRelatives: [] });
      }
    }
  };
}

/** Checks the email on Next. product-rules 14.10. */
function useEmailCheck() {
  const { busy, error, send } = useCall(checkEmail);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  /** Also `unknown` if the user has left the step. */
  async function check(email: string): Promise<'free' | 'taken' | 'unknown'> {
    const outcome = await send({ query: { email } });
    if (!outcome.ok || !isHere.current) return 'unknown';
    return outcome.data ? 'taken' : 'free';
  }

  return { busy, problem: error && emailTexts.unchecked, check };
}
