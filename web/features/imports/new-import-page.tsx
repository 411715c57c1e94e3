import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { type ImportKind, importKinds } from '#contract/imports/columns.ts';
import { importEndings, largestImport, uploadImport } from '#contract/imports/endpoints.ts';
import { importTexts, importWords as words } from '#contract/imports/texts.ts';
import { asApiError } from '#web/api/api-error.ts';
import { uploadFile } from '#web/api/upload-file.ts';
import { paths } from '#web/app/paths.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { RadioCards } from '#web/ui/fields/radio-cards.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { FileField } from './file-field.tsx';
import styles from './imports.module.css';

/** Chooses the file and what it contains, and uploads it. */
export function NewImportPage() {
  const [kind, setKind] = useState<ImportKind>('members');
  const [file, setFile] = useState<File | null>(null);
  const { share, problem, upload } = useUpload(kind, file);
  const isUploading = share !== null;
  return (
    <div className={styles.page}>
      <PageTitle>{importTexts.newHeading}</PageTitle>
      <p>{words.intro}</p>
      <Card className={styles.card}>
        <form
          noValidate
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault();
            void upload();
          }}
        >
          <RadioCards
            legend={words.kind}
            name="kind"
            value={kind}
            onChange={({ target }) => setKind(target.value as ImportKind)}
            options={importKinds.map((value) => ({
              value,
              title: words.kinds[value],
              line: words.kindLines[value],
            }))}
          />
          <FileField
            hint={words.fileHint}
            accept={importEndings}
            onChoose={setFile}
            error={problem ?? ''}
          />
          {share !== null && (
            <progress
              aria-label={words.uploading}
              value={Math.floor(share * 100)}
              max={100}
              className={styles.bar}
            />
          )}
          <FormProblem message={problem} />
          <div className={styles.actions}>
            <Button kind="primary" type="submit" busy={isUploading}>
              {words.upload}
            </Button>
            <ButtonLink to={paths.imports()}>{words.backToList}</ButtonLink>
          </div>
        </form>
      </Card>
    </div>
  );
}

function useUpload(kind: ImportKind, file: File | null) {
  const navigate = useNavigate();
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function upload() {
    if (share !== null) return;
    const refusal = refusalOf(file);
    setProblem(refusal);
    if (refusal !== null || file === null) return;
    const { signal } = (running.current = new AbortController());
    setShare(0);
    try {
      const query = { fileName: file.name, kind };
      const id = await uploadFile(uploadImport, { query, file }, { onProgress: setShare, signal });
      await navigate(paths.import(id));
    } catch (error) {
      if (!signal.aborted) setProblem(asApiError(error).message);
    }
    setShare(null);
  }

  return { share, problem, upload };
}

function refusalOf(file: File | null): string | null {
  if (file === null || file.size === 0) return importTexts.noFile;
  return file.size > largestImport ? importTexts.tooLarge : null;
}
