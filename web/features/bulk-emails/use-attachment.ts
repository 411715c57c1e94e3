import { useEffect, useRef, useState } from 'react';
import { attachmentTexts, largestAttachment, uploadAttachment } from '#contract/attachments.ts';
import { type ApiError, asApiError } from '#web/api/api-error.ts';
import { uploadFile } from '#web/api/upload-file.ts';

export interface Attached {
  path: string;
  name: string;
  /** In bytes. */
  size: number;
}

/** Uploaded as soon as it is chosen; `onChange` is told of what the email carries now, null for nothing. */
export function useAttachment(onChange: (attached: Attached | null) => void) {
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

/** What the server would say, before ten megabytes have gone up in vain. */
function problemWith({ size }: File): string | null {
  if (size > largestAttachment) return `${attachmentTexts.refused} ${attachmentTexts.tooLarge}`;
  return size === 0 ? `${attachmentTexts.refused} ${attachmentTexts.missing}` : null;
}

/** The specification's sentence, then what to do. */
function adviceIn({ status, message, errors }: ApiError): string {
  const first = status === 0 ? attachmentTexts.failed : message;
  const advice = status === 0 ? message : (errors.at(-1)?.message ?? '');
  return advice === '' || advice === first ? first : `${first} ${advice}`;
}
