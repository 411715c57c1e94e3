import { useEffect } from 'react';
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Resolver,
  set,
  useForm,
  type UseFormProps,
  type UseFormReturn,
} from 'react-hook-form';
import type * as z from 'zod/mini';

const clickMs = 250;

type Options<Input extends FieldValues> = Pick<UseFormProps<Input>, 'values' | 'resetOptions'> & {
  defaultValues?: DefaultValues<Input>;
};

/**
 * A form that is validated on submit. After that, changing a field clears its error and leaving it
 * validates it again. Typing is never blocked.
 */
export function useCheckedForm<Input extends FieldValues, Output>(
  schema: z.ZodMiniType<Output, Input>,
  options: Options<Input> = {},
): UseFormReturn<Input, unknown, Output> {
  const form = useForm<Input, unknown, Output>({
    ...options,
    resolver: checkWith(schema),
    mode: 'onSubmit',
    reValidateMode: 'onBlur',
    // Pressing a button blurs a field: an immediate error would move the button away.
    delayError: clickMs,
    // useErrorFocus moves the focus instead, to the summary of a long form.
    shouldFocusError: false,
  });
  const { subscribe, clearErrors } = form;
  useEffect(
    () =>
      subscribe({
        formState: { values: true },
        callback: ({ name }) => name && clearErrors(name as Parameters<typeof clearErrors>[0]),
      }),
    [subscribe, clearErrors],
  );
  return form;
}

/** Validates a form with the server's schema; one message per field. */
function checkWith<Input extends FieldValues, Output>(
  schema: z.ZodMiniType<Output, Input>,
): Resolver<Input, unknown, Output> {
  return (values) => {
    const checked = schema.safeParse(values);
    if (checked.success) return { values: checked.data, errors: {} };
    const errors: FieldErrors<Input> = {};
    const seen = new Set<string>();
    // Zod reports errors of two fields last; they belong at their field.
    const order = Object.keys(values);
    const place = ({ path }: { path: PropertyKey[] }) => order.indexOf(String(path[0]));
    for (const issue of checked.error.issues.toSorted((one, other) => place(one) - place(other))) {
      const name = issue.path.join('.') || 'root';
      if (seen.has(name)) continue;
      seen.add(name);
      set(errors, name, { type: 'check', message: issue.message });
    }
    return { values: {}, errors };
  };
}
