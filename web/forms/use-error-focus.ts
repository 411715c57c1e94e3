import { useState } from 'react';
import type { FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form';
import type { FieldError } from '#contract/envelope.ts';
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
  const focusField = (name: string) => form.setFocus(name as Path<Input>);

  function showProblems(newProblems: readonly FieldProblem[]) {
    const [first] = newProblems;
    if (!first) return;
    if (countFields(form.getValues()) <= fewFields) focusField(first.name);
    else setProblems([...newProblems]);
  }

  /** Puts the server's errors to their fields; answers those that belong to none. */
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
    // Worked off: what is newProblems on leaving a field later must not bring the list and its focus back.
    if (!anyLeft) setProblems([]);
  }
  return {
    onInvalid: (errors: FieldErrors<Input>) => showProblems(fieldProblems(errors)),
    showServerErrors,
    // The list stays as it was newProblems, so that nothing jumps while it is worked off.
    summary: { problems: anyLeft ? problems : [], focusField },
  };
}
