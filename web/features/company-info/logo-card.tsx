import { useRef, useState } from 'react';
import { logoTexts, removeLogo, uploadLogo } from '#contract/company-info/logo.ts';
import { largestPicture, pictureTexts, pictureTypes } from '#contract/files.ts';
import { asApiError, type ApiError } from '#web/api/api-error.ts';
import { useCall } from '#web/api/use-call.ts';
import { loadPublicSettings, usePublicSettings } from '#web/api/use-public-settings.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useConfirm } from '#web/ui/confirm.tsx';
import { Field, useFieldTies } from '#web/ui/fields/field.tsx';
import file from '#web/ui/fields/file-input.module.css';
import { useNotify } from '#web/ui/notices.tsx';
import { parts } from './parts.ts';
import styles from './logo-card.module.css';

const askRemove = {
  title: `${logoTexts.remove}?`,
  body: logoTexts.askRemove,
  confirm: logoTexts.remove,
  cancel: 'Keep the logo',
  danger: true,
} as const;

/** The organisation's logo, saved as soon as a file is chosen. */
export function LogoCard({ companyId: id }: { companyId: string }) {
  const logo = usePublicSettings()?.logo ?? null;
  const input = useRef<HTMLInputElement>(null);
  const confirm = useConfirm();
  const notify = useNotify();
  const uploading = useCall(uploadLogo);
  const removing = useCall(removeLogo);
  const [problem, setProblem] = useState<string | null>(null);
  const ties = useFieldTies({ hint: logoTexts.hint, error: problem ?? '' });

  async function upload(chosen: File | undefined) {
    if (chosen === undefined || uploading.busy) return;
    setProblem(chosen.size > largestPicture ? pictureTexts.tooLarge : null);
    if (chosen.size > largestPicture) return;
    const outcome = await uploading.send({ params: { id }, file: chosen });
    if (input.current) input.current.value = '';
    if (outcome.ok) await show(logoTexts.uploaded);
    else if (outcome.error) setProblem(adviceIn(outcome.error));
  }

  async function remove() {
    if (!(await confirm(askRemove))) return;
    setProblem(null);
    const outcome = await removing.send({ params: { id } });
    if (outcome.ok) {
      // The focused button disappears.
      input.current?.focus();
      await show(logoTexts.removed);
    } else if (outcome.error) setProblem(outcome.error.message);
  }

  async function show(message: string) {
    notify.success(message);
    await loadPublicSettings().catch((error: unknown) => setProblem(asApiError(error).message));
  }

  return (
    <Card {...parts.logo} className={styles.card}>
      <p>{logo === null ? logoTexts.none : logoTexts.where}</p>
      {logo && (
        <img
          src={logo.path}
          width={logo.width}
          height={logo.height}
          alt={logoTexts.current}
          className={styles.logo}
        />
      )}
      <Field id={ties.id} label={logoTexts.label} hint={logoTexts.hint} error={problem ?? ''}>
        <input
          {...ties}
          ref={input}
          type="file"
          accept={pictureTypes.join()}
          onChange={({ target }) => void upload(target.files?.[0])}
          className={file.input}
        />
      </Field>
      <output className={styles.state}>{uploading.busy && logoTexts.uploading}</output>
      {logo && (
        <Button busy={removing.busy} onClick={() => void remove()} className={styles.remove}>
          {logoTexts.remove}
        </Button>
      )}
    </Card>
  );
}

/** The sentence of product-rules 16.12, then the server's advice. */
function adviceIn({ errors, message }: ApiError): string {
  return errors.at(-1)?.message ?? message;
}
