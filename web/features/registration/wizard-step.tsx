import { type ReactNode, useEffect, useEffectEvent } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';
import type { FieldError } from '#contract/envelope.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Button } from '#web/ui/button.tsx';
import styles from './wizard.module.css';

/** A group of fields. */
export function WizardPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.part}>
      <h2 className={styles.partTitle}>{title}</h2>
      {children}
    </section>
  );
}

interface Props {
  submit: string;
  busy?: boolean;
  problem?: string | null;
}

/** The Next button and the error above it; on phones always visible. */
export function WizardBar({ submit, busy, problem }: Props) {
  return (
    <div className={styles.bar}>
      <FormProblem message={problem} />
      <Button kind="primary" type="submit" wide busy={busy}>
        {submit}
      </Button>
    </div>
  );
}

/** Shows the server's errors of this step's fields. */
export function useRefusals(
  refusals: readonly FieldError[],
  errors: { showServerErrors: (errors: readonly FieldError[]) => unknown },
): void {
  const show = useEffectEvent(() => {
    if (refusals.length > 0) errors.showServerErrors(refusals);
  });
  useEffect(() => show(), [refusals]);
}

/** Calls `onTyped` on every change, valid or not. */
export function useTyped<Input extends FieldValues, Output>(
  { subscribe }: UseFormReturn<Input, unknown, Output>,
  onTyped: (values: Input) => void,
): void {
  const notify = useEffectEvent(onTyped);
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => notify(values) }),
    [subscribe],
  );
}
