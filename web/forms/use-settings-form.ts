import type { FieldValues } from 'react-hook-form';
import type * as z from 'zod/mini';
import { type ApiError, asApiError } from '#web/api/api-error.ts';
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

/** The form of settings that are one record, such as the sending limits. */
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
  const edit = useRecordForm(schema, values, {
    send: (body) => send(body, data?.etag),
    saved,
    readAgain: async () => {
      const { error } = await refetch();
      return error ? asApiError(error).message : null;
    },
  });

  return {
    ...edit,
    isLoaded: data !== undefined,
    settings: data?.settings,
    /** For a page of its own, which says that loading has failed. */
    load,
    /** False if the settings are wrong or were refused, which the card says. */
    save: () => edit.submit(),
    discard: () => {
      edit.clearMessages();
      edit.form.reset(values);
    },
  };
}
