import { Paperclip } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { attachmentEndings, attachmentTexts } from '#contract/attachments.ts';
import { bulkEmailWords } from '#contract/bulk-email-words.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, useFieldTies } from '#web/ui/fields/field.tsx';
import file from '#web/ui/fields/file-input.module.css';
import styles from './attachment-field.module.css';
import { AttachmentLink } from './attachment-link.tsx';
import { sizeWords } from './size-words.ts';
import { type Attached, useAttachment } from './use-attachment.ts';

interface Props {
  attached: Attached | null;
  onChange: (attached: Attached | null) => void;
  onUploading: (isUploading: boolean) => void;
  /** What the server said of it when it was saved. */
  error?: string | undefined;
}

/** One file that goes out with every copy. Specification §2. */
export function AttachmentField({ attached, onChange, onUploading, error }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const [told, setTold] = useState('');
  const { upload, problem, choose, remove } = useAttachment((now) => {
    if (input.current) input.current.value = '';
    setTold(now ? bulkEmailWords.attached(now.name) : bulkEmailWords.removed);
    onUploading(false);
    onChange(now);
  });
  const wrong = problem ?? error ?? '';
  const ties = useFieldTies({ hint: attachmentTexts.hint, error: wrong });

  function chosen(file: File | undefined) {
    setTold('');
    onUploading(file !== undefined);
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
            <span className={styles.size}>{sizeWords(attached.size)}</span>
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
      <output className="visually-hidden">{upload ? bulkEmailWords.uploading : told}</output>
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
