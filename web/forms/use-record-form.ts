import { useState } from 'react';
import type { FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { ApiError } from '#web/api/api-error.ts';
import { problemIn } from './problem-in.ts';
import { useCheckedForm } from './use-checked-form.ts';
import { useErrorFocus } from './use-error-focus.ts';
import { useSignedOutDraft } from './use-signed-out-draft.ts';
import { useUnsavedChanges } from './use-unsaved-changes.ts';

/** Returns why the record could not be loaded, or null. */
export type ReadAgain = () => Promise<string | null>;

/** Refused; without an error there is nothing to show. */
interface Unsaved {
  ok: false;
  error: ApiError | null;
}

interface Options {
  /** Undefined for a new record. */
  readAgain?: ReadAgain | undefined;
  /** The statuses of refusals that loading the latest version resolves. */
  staleAt?: readonly number[];
  /** Something outside the fields has unsaved changes. */
  isChangedBeside?: boolean;
  /** The form keeps its own draft. */
  hasDraft?: boolean;
}

/**
 * The form of a new or loaded record. If someone else has changed it since, the bar offers to load
 * the latest version. What was typed is kept.
 */
export function useRecordForm<Input extends FieldValues, Output>(
  schema: z.ZodMiniType<Output, Input>,
  values: Input,
  { readAgain, staleAt = [412], isChangedBeside = false, hasDraft = false }: Options = {},
) {
  const form = useCheckedForm(schema, { values, resetOptions: { keepDirtyValues: true } });
  const errors = useErrorFocus(form);
  const [problem, setProblem] = useState<string | null>(null);
  const [isStale, setStale] = useState(false);
  const [reloading, setReloading] = useState(false);
  const [isMerged, setMerged] = useState(false);
  const isChanged = form.formState.isDirty || isChangedBeside;
  const leave = useUnsavedChanges(isChanged);
  const isRestored = useFormDraft(form, Object.keys(values).join(' '), hasDraft);

  function clearMessages() {
    setProblem(null);
    setMerged(false);
    setStale(false);
  }

  /** Saves with `send`. Returns the reply, or null after showing why it was refused. */
  async function save<Saved extends { ok: true }>(
    send: () => Promise<Saved | Unsaved>,
  ): Promise<Saved | null> {
    clearMessages();
    const outcome = await send();
    if (outcome.ok) return outcome;
    if (outcome.error) {
      setStale(staleAt.includes(outcome.error.status));
      setProblem(problemIn(outcome.error, errors));
    }
    return null;
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
    save,
    /** Call it after saving, before navigating. */
    leave,
    isChanged,
    setProblem,
    clearMessages,
    /** For the `RecordBar`. */
    bar: {
      isChanged,
      problem,
      stale: isStale ? { reload: () => void reload(), reloading } : null,
      isMerged,
      isRestored: isRestored && isChanged,
    },
  };
}

/** True if what was typed before the session ended is in the form again. */
function useFormDraft<Input extends FieldValues, Output>(
  form: UseFormReturn<Input, unknown, Output>,
  name: string,
  hasDraft: boolean,
): boolean {
  // Read in each render, since react-hook-form only tracks what is read.
  const { dirtyFields } = form.formState;
  return useSignedOutDraft({
    name,
    changed: () =>
      hasDraft
        ? {}
        : Object.fromEntries(
            Object.entries(form.getValues()).filter(([field]) => field in dirtyFields),
          ),
    restore: (stored) => {
      for (const [field, value] of Object.entries(stored)) {
        form.setValue(field as Path<Input>, value as PathValue<Input, Path<Input>>, {
          shouldDirty: true,
        });
      }
    },
  });
}
