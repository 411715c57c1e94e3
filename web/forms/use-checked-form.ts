import { useEffect } from 'react';
import {
  type DefaultValues,
  type FieldValues,
  useForm,
  type UseFormProps,
  type UseFormReturn,
} from 'react-hook-form';
import type * as z from 'zod/mini';
import { checkWith } from './check-with.ts';

const clickMs = 250;

type Options<Given extends FieldValues> = Pick<UseFormProps<Given>, 'values' | 'resetOptions'> & {
  defaultValues?: DefaultValues<Given>;
};

/**
 * A form that is checked on submit; from then on a field's error goes as soon as it is changed and
 * is looked for again when it is left. Nothing ever stops the typing.
 */
export function useCheckedForm<Given extends FieldValues, Checked>(
  schema: z.ZodMiniType<Checked, Given>,
  options: Options<Given> = {},
): UseFormReturn<Given, unknown, Checked> {
  const form = useForm<Given, unknown, Checked>({
    ...options,
    resolver: checkWith(schema),
    mode: 'onSubmit',
    reValidateMode: 'onBlur',
    // Pressing a button leaves a field: an error that came at once would push the button away.
    delayError: clickMs,
    // useErrorFocus moves the focus: to the summary of a long form, which this would take away.
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
