import * as z from 'zod/mini';
import {
  type BackupSettings,
  backupSettingsForm,
  backupTexts,
  getBackupSettings,
  updateBackupSettings,
} from '#contract/backups/endpoints.ts';
import { asApiError } from '#web/api/api-error.ts';
import { callWithEtag } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { useLoadedRecord } from '#web/forms/use-loaded-record.ts';
import { useRecordForm } from '#web/forms/use-record-form.ts';
import { useNotify } from '#web/ui/notices.tsx';

const form = z.object({
  kept: z.pipe(
    z.pipe(
      z.string(),
      z.transform((text: string): number | null | undefined => Number(text.trim() || Number.NaN)),
    ),
    backupSettingsForm.shape.kept,
  ),
  copyFolder: backupSettingsForm.shape.copyFolder as z.ZodMiniType<string, string>,
});

/** The form of the backup settings, which Company Info saves with the company record. */
export function useBackupSettings() {
  const { data, refetch } = useLoadedSettings();
  const values = valuesOf(data?.settings);
  const edit = useRecordForm(form, values, { readAgain });
  const { send, busy } = useCall(updateBackupSettings);
  const notify = useNotify();

  async function readAgain(): Promise<string | null> {
    const { error } = await refetch();
    return error ? asApiError(error).message : null;
  }

  /** False if the settings are wrong or were refused, which the card says. */
  async function save(): Promise<boolean> {
    let isSaved = false;
    const submit = edit.form.handleSubmit(async (body) => {
      const saved = await edit.save(() => send({ body, ifMatch: data?.etag }));
      if (saved === null) return;
      isSaved = true;
      edit.form.reset(valuesOf(saved.data));
      notify.success(backupTexts.saved);
      await readAgain();
    }, edit.errors.onInvalid);
    await submit();
    return isSaved;
  }

  return {
    ...edit,
    isLoaded: data !== undefined,
    save,
    saving: busy,
    discard: () => {
      edit.clearMessages();
      edit.form.reset(values);
    },
  };
}

function valuesOf(settings: BackupSettings | undefined) {
  return { kept: String(settings?.kept ?? ''), copyFolder: settings?.copyFolder ?? '' };
}

function useLoadedSettings() {
  return useLoadedRecord(
    ['backupSettings'],
    (options) => callWithEtag(getBackupSettings, options),
    (settings) => ({ settings }),
  );
}
