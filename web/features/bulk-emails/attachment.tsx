import { Paperclip } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import {
  attachmentEndings,
  attachmentTexts,
  getAttachment,
  largestAttachment,
  uploadAttachment,
} from '#contract/bulk-emails/attachments.ts';
import { bulkEmailWords } from '#contract/bulk-emails/texts.ts';
import { type ApiError, asApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { uploadFile } from '#web/api/upload-file.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, useFieldTies } from '#web/ui/fields/field.tsx';
import file from '#web/ui/fields/file-input.module.css';
import { formatFileSize } from '#web/ui/format-file-size.ts';
import { saveFile } from '#web/ui/save-file.ts';
import styles from './attachment.module.css';

interface Props {
  attached: Attached | null;
  onChange: (attached: Attached | null) => void;
  onUploading: (isUploading: boolean) => void;
  /** The server's reply to the upload. */
  error?: string | undefined;
}

/** One file, attached to every copy. product-rules 18.9. */
export function AttachmentField({ attached, onChange, onUploading, error }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [announcement, setAnnouncement] = useState('');
  const { upload, problem, choose, remove } = useAttachment((now) => {
    if (input.current) input.current.value = '';
    setAnnouncement(now ? bulkEmailWords.attached(now.name) : bulkEmailWords.removed);
    onChange(now);
  });
  const isUploading = upload !== null;
  useEffect(() => onUploading(isUploading), [isUploading, onUploading]);
  const wrong = problem ?? error ?? '';
  const ties = useFieldTies({ hint: attachmentTexts.hint, error: wrong });

  function chosen(file: File | undefined) {
    setAnnouncement('');
    choose(file);
  }

  return (
    <Field
      id={ties.id}
      label={bulkEmailWords.attachment}
      optional
      hint={attachmentTexts.hint}
      error={wrong}
    >
      {attached && (
        <div className={styles.attached}>
          <Paperclip aria-hidden size={20} />
          <span className={styles.name}>
            <AttachmentLink attached={attached} />
            <span className={styles.size}>{formatFileSize(attached.size)}</span>
          </span>
          <Button
            kind="quiet"
            onClick={() => {
              remove();
              input.current?.focus();
            }}
          >
            {bulkEmailWords.remove}
            <span className="visually-hidden"> {attached.name}</span>
          </Button>
        </div>
      )}
      <input
        {...ties}
        ref={input}
        type="file"
        accept={attachmentEndings}
        onChange={({ target }) => chosen(target.files?.[0])}
        className={file.input}
      />
      {upload && <Uploading name={upload.name} share={upload.share} />}
      <output className="visually-hidden">
        {upload ? bulkEmailWords.uploading : announcement}
      </output>
    </Field>
  );
}

function Uploading({ name, share }: { name: string; share: number }) {
  const id = useId();
  const percent = Math.floor(share * 100);
  return (
    <div className={styles.uploading}>
      <label htmlFor={id} className={styles.name}>
        {bulkEmailWords.uploading} {name}
      </label>
      <progress id={id} value={percent} max={100} className={styles.bar} />
      <span className={styles.size}>{percent} %</span>
    </div>
  );
}

/** A button that downloads the file. A link could not send the token. */
export function AttachmentLink({ attached }: { attached: Attached }) {
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);

  async function save() {
    setProblem('');
    setBusy(true);
    try {
      const id = attached.path.slice(attached.path.lastIndexOf('/') + 1);
      saveFile(await call(getAttachment, { params: { id } }), attached.name);
    } catch (error) {
      setProblem(asApiError(error).message || attachmentTexts.notFound);
    }
    setBusy(false);
  }

  return (
    <>
      <Button kind="quiet" busy={busy} onClick={() => void save()} className={styles.file}>
        {attached.name}
      </Button>
      <span role="alert" className={styles.problem}>
        {problem}
      </span>
    </>
  );
}

export interface Attached {
  path: string;
  name: string;
  /** In bytes. */
  size: number;
}

/** Uploads a file as soon as it is chosen. `onChange` gets the attached file, or null; a refused one changes nothing. */
function useAttachment(onChange: (attached: Attached | null) => void) {
  const [upload, setUpload] = useState<{ name: string; share: number } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function choose(file: File | undefined) {
    running.current?.abort();
    setUpload(null);
    setProblem(file ? problemWith(file) : null);
    if (!file || problemWith(file) !== null) return;
    const { name, size } = file;
    const { signal } = (running.current = new AbortController());
    setUpload({ name, share: 0 });
    try {
      const path = await uploadFile(
        uploadAttachment,
        { query: { fileName: name }, file },
        { signal, onProgress: (share) => signal.aborted || setUpload({ name, share }) },
      );
      if (!signal.aborted) onChange({ path, name, size });
    } catch (error) {
      if (!signal.aborted) setProblem(adviceIn(asApiError(error)));
    }
    if (!signal.aborted) setUpload(null);
  }

  function remove() {
    running.current?.abort();
    setUpload(null);
    setProblem(null);
    onChange(null);
  }

  return { upload, problem, choose: (file?: File) => void choose(file), remove };
}

/** Checked before uploading ten megabytes. */
function problemWith({ size }: File): string | null {
  if (size > largestAttachment) return `${attachmentTexts.refused} ${attachmentTexts.tooLarge}`;
  return size === 0 ? `${attachmentTexts.refused} ${attachmentTexts.missing}` : null;
}

/** The sentence of product-rules 16.12, then what to do. */
function adviceIn({ status, message, errors }: ApiError): string {
  const first = status === 0 ? attachmentTexts.failed : message;
  const advice = status === 0 ? message : (errors.at(-1)?.message ?? '');
  return advice === '' || advice === first ? first : `${first} ${advice}`;
}
