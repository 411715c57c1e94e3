import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { ApiError } from '#web/api/api-error.ts';
import { problemIn } from './problem-in.ts';
import { useCheckedForm } from './use-checked-form.ts';
import { useErrorFocus } from './use-error-focus.ts';
import { useUnsavedChanges } from './use-unsaved-changes.ts';

/** Answers why the record could not be read, or null. */
export type ReadAgain = () => Promise<string | null>;

interface Options {
  /** Left out for a new record. */
  readAgain?: ReadAgain | undefined;
  /** The refusals that a look at the latest version helps with. */
  staleAt?: readonly number[];
  /** Something outside the fields is chosen and not saved. */
  isChangedBeside?: boolean;
}

/**
 * The form of one record, new or read. When someone else has changed it since, `stale` reads their
 * version in below what was typed here.
 */
export function useRecordForm<Input extends FieldValues, Output>(
  schema: z.ZodMiniType<Output, Input>,
  values: Input,
  { readAgain, staleAt = [412], isChangedBeside = false }: Options = {},
) {
  const form = useCheckedForm(schema, { values, resetOptions: { keepDirtyValues: true } });
  const errors = useErrorFocus(form);
  const [problem, setProblem] = useState<string | null>(null);
  const [isStale, setStale] = useState(false);
  const [reloading, setReloading] = useState(false);
  const [isMerged, setMerged] = useState(false);
  const isChanged = form.formState.isDirty || isChangedBeside;
  const leave = useUnsavedChanges(isChanged);

  function begin() {
    setProblem(null);
    setMerged(false);
    setStale(false);
  }

  function refuse(error: ApiError) {
    setStale(staleAt.includes(error.status));
    setProblem(problemIn(error, errors));
  }

  async function reload() {
    setReloading(true);
    const failure = (await readAgain?.()) ?? null;
    setReloading(false);
    setProblem(failure);
    if (failure !== null) return;
    setStale(false);
    setMerged(true);
  }

  return {
    form,
    errors,
    /** Call it before saving, `refuse` when that failed, and `leave` before going on. */
    begin,
    refuse,
    leave,
    isChanged,
    problem,
    setProblem,
    stale: isStale ? { reload: () => void reload(), reloading } : null,
    isMerged,
  };
}
