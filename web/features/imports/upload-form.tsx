import { type ReactNode, useEffect, useRef, useState } from 'react';
import { importTexts } from '#contract/imports/texts.ts';
import { asApiError } from '#web/api/api-error.ts';
import type { UploadOptions } from '#web/api/upload-file.ts';
import { FormProblem } from '#web/forms/form-problem.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { FileField } from './file-field.tsx';
import styles from './imports.module.css';

interface Props {
  /** Fields before the file. */
  children?: ReactNode;
  hint: string;
  /** Endings. */
  accept: string;
  words: { upload: string; uploading: string; noFile: string; tooLarge: string; back: string };
  /** Bytes. */
  largest: number;
  backTo: string;
  /** Uploads the file and goes on to its page. A refusal is shown, and the file stays chosen. */
  send: (file: File, options: UploadOptions) => Promise<void>;
}

/** Chooses a file and uploads it, with its progress. Leaving the page ends the upload. */
export function UploadForm(props: Props) {
  const { children, hint, accept, words, backTo } = props;
  const [file, setFile] = useState<File | null>(null);
  const { share, problem, upload } = useUpload(props);
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        void upload(file);
      }}
    >
      {children}
      <FileField hint={hint} accept={accept} onChoose={setFile} error={problem ?? ''} />
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
        <ButtonLink to={backTo}>{words.back}</ButtonLink>
      </div>
    </form>
  );
}

function useUpload({ words, largest, send }: Pick<Props, 'words' | 'largest' | 'send'>) {
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function upload(file: File | null) {
    if (share !== null) return;
    if (file === null) return setProblem(words.noFile);
    if (file.size === 0) return setProblem(importTexts.emptyFile);
    if (file.size > largest) return setProblem(words.tooLarge);
    setProblem(null);
    const { signal } = (running.current = new AbortController());
    setShare(0);
    try {
      await send(file, { onProgress: setShare, signal });
    } catch (error) {
      if (!signal.aborted) setProblem(asApiError(error).message);
    }
    setShare(null);
  }

  return { share, problem, upload };
}
