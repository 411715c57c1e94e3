import * as z from 'zod/mini';
import {
  type BackupSettings,
  backupSettingsForm,
  backupTexts,
  getBackupSettings,
  updateBackupSettings,
} from '#contract/backups/endpoints.ts';
import { callWithEtag } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { useSettingsForm } from '#web/forms/use-settings-form.ts';

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
  const { send, busy } = useCall(updateBackupSettings);
  const edit = useSettingsForm({
    schema: form,
    queryKey: ['backupSettings'],
    read: (options) => callWithEtag(getBackupSettings, options),
    valuesOf,
    send: (body, ifMatch) => send({ body, ifMatch }),
    saved: backupTexts.saved,
  });
  return { ...edit, saving: busy };
}

function valuesOf(settings: BackupSettings | undefined) {
  return { kept: String(settings?.kept ?? ''), copyFolder: settings?.copyFolder ?? '' };
}
