import * as z from 'zod/mini';
import {
  type BackupSettings as Settings,
  backupSettingsForm,
  backupTexts as texts,
  getBackupSettings,
  isRemote,
  updateBackupSettings,
} from '#contract/backups/endpoints.ts';
import { callWithEtag } from '#web/api/call.ts';
import { useCall } from '#web/api/use-call.ts';
import { SettingsForm } from '#web/forms/settings-form.tsx';
import { useSettingsForm } from '#web/forms/use-settings-form.ts';
import { Card } from '#web/ui/card.tsx';
import { SelectField } from '#web/ui/fields/select-field.tsx';
import { TextField } from '#web/ui/fields/text-field.tsx';
import { Warning } from '#web/ui/warning.tsx';
import styles from './backups.module.css';

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

/** How many backups are kept, and the second folder. product-rules 2.31. */
export function BackupSettings() {
  const { send } = useCall(updateBackupSettings);
  const edit = useSettingsForm({
    schema: form,
    queryKey: ['backupSettings'],
    read: (options) => callWithEtag(getBackupSettings, options),
    valuesOf,
    send: (body, ifMatch) => send({ body, ifMatch }),
    saved: texts.saved,
  });
  const { errors: wrong } = edit.form.formState;
  const place = edit.form.watch('copyFolder');
  const { remotes, copyFolder: stored = '' } = edit.settings ?? {};
  const problem = remotes?.problem ?? null;
  const places = new Set(remotes?.names.map((name) => `${name}:`));
  // One that was taken away from the server since.
  if (isRemote(stored)) places.add(stored);
  const isElsewhere = places.has(place);
  return (
    <SettingsForm edit={edit} failed={texts.failed}>
      <Card title={texts.settings}>
        <div className={styles.settings}>
          <TextField
            label={texts.kept}
            hint={texts.keptHint}
            inputMode="numeric"
            autoComplete="off"
            error={wrong.kept?.message}
            {...edit.form.register('kept')}
          />
          {problem !== null && <Warning>{problem}</Warning>}
          {places.size > 0 && (
            <SelectField
              label={texts.place}
              hint={texts.placeHint}
              placeholder={texts.folderOrNone}
              options={[...places].map((value) => ({ value, label: texts.remote(value) }))}
              error={isElsewhere ? wrong.copyFolder?.message : undefined}
              value={isElsewhere ? place : ''}
              onChange={({ target }) =>
                edit.form.setValue('copyFolder', target.value, { shouldDirty: true })
              }
            />
          )}
          {!isElsewhere && (
            <TextField
              label={texts.copyFolder}
              hint={texts.copyFolderHint}
              optional
              autoComplete="off"
              spellCheck={false}
              error={wrong.copyFolder?.message}
              {...edit.form.register('copyFolder')}
            />
          )}
        </div>
      </Card>
    </SettingsForm>
  );
}

function valuesOf(settings: Settings | undefined) {
  return { kept: String(settings?.kept ?? ''), copyFolder: settings?.copyFolder ?? '' };
}
