import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import { type ApiError, asApiError } from '#web/api/api-error.ts';
import { useNotify } from '#web/ui/notices.tsx';
import { useLoadedRecord } from './use-loaded-record.ts';
import { useRecordForm } from './use-record-form.ts';

interface Options<Input extends FieldValues, Output, Data> {
  schema: z.ZodMiniType<Output, Input>;
  queryKey: readonly string[];
  read: (options: { signal: AbortSignal }) => Promise<{ data: Data; etag: string | undefined }>;
  /** What the fields show. Undefined before the settings are loaded. */
  valuesOf: (settings: Data | undefined) => Input;
  send: (
    body: Output,
    ifMatch: string | undefined,
  ) => Promise<{ ok: true; data: Data } | { ok: false; error: ApiError | null }>;
  /** The notice after saving. */
  saved: string;
}

/** The form of a card of settings that the page saves with the company record. */
export function useSettingsForm<Input extends FieldValues, Output, Data>({
  schema,
  queryKey,
  read,
  valuesOf,
  send,
  saved,
}: Options<Input, Output, Data>) {
  const load = useLoadedRecord(queryKey, read, (settings) => ({ settings }));
  const { data, refetch } = load;
  const values = valuesOf(data?.settings);
  const edit = useRecordForm(schema, values, { readAgain });
  const notify = useNotify();

  async function readAgain(): Promise<string | null> {
    const { error } = await refetch();
    return error ? asApiError(error).message : null;
  }

  /** False if the settings are wrong or were refused, which the card says. */
  async function save(): Promise<boolean> {
    let isSaved = false;
    const submit = edit.form.handleSubmit(async (body) => {
      const outcome = await edit.save(() => send(body, data?.etag));
      if (outcome === null) return;
      isSaved = true;
      edit.form.reset(valuesOf(outcome.data));
      notify.success(saved);
      await readAgain();
    }, edit.errors.onInvalid);
    await submit();
    return isSaved;
  }

  return {
    ...edit,
    isLoaded: data !== undefined,
    settings: data?.settings,
    /** For a page of its own, which says that loading has failed. */
    load,
    save,
    discard: () => {
      edit.clearMessages();
      edit.form.reset(values);
    },
  };
}
