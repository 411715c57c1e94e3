import { useId, useState } from 'react';
import { backupTexts, downloadBackup } from '#contract/backups/endpoints.ts';
import { asApiError } from '#web/api/api-error.ts';
import { downloadFile } from '#web/api/download.ts';
import { useOneAtATime } from '#web/api/use-one-at-a-time.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { problemIn } from '#web/forms/problem-in.ts';
import { useCheckedForm } from '#web/forms/use-checked-form.ts';
import { useErrorFocus } from '#web/forms/use-error-focus.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { PasswordField } from '#web/ui/fields/password-field.tsx';
import { formatFileSize } from '#web/ui/format-file-size.ts';
import { useNotify } from '#web/ui/notices.tsx';
import { saveFile } from '#web/ui/save-file.ts';
import styles from './backups.module.css';

/** Asks for the password, because the file has the data of all members. product-rules 2.32. */
export function DownloadBackup({ onClose }: { onClose: () => void }) {
  const formId = useId();
  const notify = useNotify();
  const form = useCheckedForm(downloadBackup.body, { defaultValues: { password: '' } });
  const errors = useErrorFocus(form);
  const [problem, setProblem] = useState<string | null>(null);
  const { busy, run } = useOneAtATime();
  const [bytes, setBytes] = useState(0);

  async function download(body: { password: string }) {
    setProblem(null);
    setBytes(0);
    try {
      const { content, name } = await downloadFile(downloadBackup, body, setBytes);
      saveFile(content, name);
      notify.success(backupTexts.downloaded);
      onClose();
    } catch (error) {
      setProblem(problemIn(asApiError(error), errors));
    }
  }

  return (
    <Dialog
      title={backupTexts.download}
      onClose={() => busy || onClose()}
      actions={
        <>
          <Button off={busy} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} kind="primary" busy={busy}>
            Download
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className={styles.form}
        onSubmit={form.handleSubmit((body) => run(() => download(body)), errors.onInvalid)}
      >
        <p>{backupTexts.downloadHint}</p>
        <PasswordField
          label={backupTexts.password}
          autoComplete="current-password"
          error={form.formState.errors.password?.message}
          {...form.register('password')}
        />
        <output className={styles.state}>
          {busy && bytes > 0 && `${formatFileSize(bytes)} downloaded`}
        </output>
        <FormProblem message={problem} />
      </form>
    </Dialog>
  );
}
