import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import {
  largestStatement,
  statementEndings,
  uploadStatement,
} from '#contract/bank-statements/endpoints.ts';
import { bankTexts, bankWords as words } from '#contract/bank-statements/texts.ts';
import { asApiError } from '#web/api/api-error.ts';
import { uploadFile } from '#web/api/upload-file.ts';
import { paths } from '#web/app/paths.ts';
import { FileField } from '#web/features/imports/file-field.tsx';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useNotify } from '#web/ui/notices.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import styles from './bank-statements.module.css';

/** Chooses the file of the bank, and uploads it. */
export function NewBankStatementPage() {
  const [file, setFile] = useState<File | null>(null);
  const { share, problem, upload } = useUpload(file);
  return (
    <div className={styles.page}>
      <PageTitle>{words.newHeading}</PageTitle>
      <p>{words.intro}</p>
      <Card className={styles.card}>
        <form
          noValidate
          className={styles.page}
          onSubmit={(event) => {
            event.preventDefault();
            void upload();
          }}
        >
          <FileField
            hint={words.fileHint}
            accept={statementEndings}
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
            <Button kind="primary" type="submit" busy={share !== null}>
              {words.upload}
            </Button>
            <ButtonLink to={paths.bankStatements()}>{words.allStatements}</ButtonLink>
          </div>
        </form>
      </Card>
    </div>
  );
}

function useUpload(file: File | null) {
  const navigate = useNavigate();
  const notify = useNotify();
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
      const input = { query: { fileName: file.name }, file };
      const { id, isKnown } = await uploadFile(uploadStatement, input, {
        onProgress: setShare,
        signal,
      });
      await navigate(paths.bankStatement(id));
      if (isKnown) notify.success(words.isKnown);
    } catch (error) {
      if (!signal.aborted) setProblem(asApiError(error).message);
    }
    setShare(null);
  }

  return { share, problem, upload };
}

function refusalOf(file: File | null): string | null {
  if (file === null || file.size === 0) return bankTexts.noFile;
  return file.size > largestStatement ? bankTexts.tooLarge : null;
}
