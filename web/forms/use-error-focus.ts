import { useState } from 'react';
import type { FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { FieldError } from '#contract/envelope.ts';
import { useNotify } from '#web/ui/notices.tsx';
import { openAround } from '#web/ui/folding/open-around.ts';
import { countFields, type FieldProblem, fieldProblems, formName } from './field-problems.ts';

const fewFields = 3;

/**
 * Where the focus goes when a form is refused: the first bad field of a short form, the summary of
 * a longer one.
 *
 *     <form noValidate onSubmit={form.handleSubmit(save, errors.onInvalid)}>
 *       <ErrorSummary {...errors.summary} />
 */
export function useErrorFocus<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
) {
  const [problems, setProblems] = useState<readonly FieldProblem[]>([]);
  const notify = useNotify();
  const open = (name: string) => openAround(document.getElementsByName(name)[0]);

  function focusField(name: string) {
    open(name);
    form.setFocus(name as Path<Input>);
  }

  function showProblems(newProblems: readonly FieldProblem[]) {
    const [first] = newProblems;
    if (!first) return;
    notify.refused();
    for (const { name } of newProblems) open(name);
    if (countFields(form.getValues()) <= fewFields) focusField(first.name);
    else setProblems([...newProblems]);
  }

  /** Shows the server's errors at their fields; returns those without a field. */
  function showServerErrors(errors: readonly FieldError[]): readonly FieldError[] {
    const placed: FieldProblem[] = [];
    const homeless: FieldError[] = [];
    for (const { field, message } of errors) {
      const name = formName(field);
      if (field === '' || form.getValues(name as Path<Input>) === undefined) {
        homeless.push({ field, message });
        continue;
      }
      form.setError(name as Path<Input>, { type: 'server', message });
      placed.push({ name, message });
    }
    showProblems(placed);
    return homeless;
  }

  const anyLeft = Object.keys(form.formState.errors).length > 0;
  const [wasAnyLeft, setWasAnyLeft] = useState(anyLeft);
  if (wasAnyLeft !== anyLeft) {
    setWasAnyLeft(anyLeft);
    // All errors are fixed: an error found later on blur must not bring back the summary and its
    // focus.
    if (!anyLeft) setProblems([]);
  }
  return {
    onInvalid: (errors: FieldErrors<Input>) => showProblems(fieldProblems(errors)),
    showServerErrors,
    // The summary stays as it was, so that nothing moves while errors are fixed.
    summary: { problems: anyLeft ? problems : [], focusField },
  };
}
