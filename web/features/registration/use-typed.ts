import { useEffect, useEffectEvent } from 'react';
import type { FieldValues, UseFormReturn } from 'react-hook-form';

/** Tells of everything that is typed, wrong or right. */
export function useTyped<Given extends FieldValues, Checked>(
  { subscribe }: UseFormReturn<Given, unknown, Checked>,
  onTyped: (values: Given) => void,
): void {
  const tell = useEffectEvent(onTyped);
  useEffect(
    () => subscribe({ formState: { values: true }, callback: ({ values }) => tell(values) }),
    [subscribe],
  );
}
