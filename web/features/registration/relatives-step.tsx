import { type SyntheticEvent, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import type { FieldError } from '#contract/envelope.ts';
import { registrationTexts } from '#contract/registration/endpoints.ts';
import { relativeTexts } from '#contract/members/relatives.ts';
import { relativesForm } from '#web/features/members/relative-rules.ts';
import { RelativesEditor } from '#web/features/members/relatives-editor.tsx';
import { ErrorSummary } from '#web/forms/error-summary.tsx';
import { useCheckedForm } from '#web/forms/use-checked-form.ts';
import { useErrorFocus } from '#web/forms/use-error-focus.ts';
import { useConfirm } from '#web/ui/confirm.tsx';
import type { Draft } from './draft.ts';
import { useRefusals, useTyped, WizardBar } from './wizard-step.tsx';
import styles from './wizard.module.css';

interface Props {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  refusals: readonly FieldError[];
  onNext: () => void;
}

const askNone = {
  title: relativeTexts.askNone,
  body: relativeTexts.noneBody,
  confirm: relativeTexts.goOnWithout,
  cancel: relativeTexts.addSome,
} as const;

export function RelativesStep({ draft, change, refusals, onNext }: Props) {
  const [schema] = useState(relativesForm);
  const defaultValues = { relatives: draft.relatives };
  const form = useCheckedForm(schema, { defaultValues });
  const errors = useErrorFocus(form);
  const confirm = useConfirm();
  useTyped(form, ({ relatives }) => change({ relatives }));
  useRefusals(refusals, errors);

  async function next(event: SyntheticEvent) {
    event.preventDefault();
    const isNone = form.getValues('relatives').length === 0;
    if (!isNone) await form.handleSubmit(onNext, errors.onInvalid)();
    else if (await confirm(askNone)) onNext();
  }

  return (
    <FormProvider {...form}>
      <form noValidate className={styles.step} onSubmit={next}>
        <p>{relativeTexts.whoMay}</p>
        <ErrorSummary {...errors.summary} />
        <RelativesEditor />
        <WizardBar submit={registrationTexts.next} />
      </form>
    </FormProvider>
  );
}
