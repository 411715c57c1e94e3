import { useEffect, useState } from 'react';
import {
  largestPicture,
  pictureTexts,
  pictureTypes,
  uploadProfilePicture,
} from '#contract/files.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { useCall } from '#web/api/use-call.ts';
import { openAround } from '#web/ui/folding/open-around.ts';
import { changeOwnPicture, currentSession } from '#web/session/session.ts';

interface Chosen {
  file: File;
  /** A local address of the chosen file. */
  preview: string;
}

/**
 * A picture that is chosen now and uploaded when the form is saved. `stored` is the current path.
 * Check `mayBeSaved` before saving and call `upload` after it; it returns whether it succeeded.
 */
export function usePicture(stored: string) {
  const [input, setInput] = useState<HTMLInputElement | null>(null);
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { send, busy } = useCall(uploadProfilePicture);
  const preview = chosen?.preview;
  useEffect(() => () => void (preview && URL.revokeObjectURL(preview)), [preview]);

  function choose(file: File | undefined) {
    const wrong = file ? problemWithFile(file) : null;
    setProblem(wrong);
    setChosen(file && wrong === null ? { file, preview: URL.createObjectURL(file) } : null);
  }

  function undo() {
    empty(input);
    input?.focus();
    choose(undefined);
  }

  /** The browser cannot display the file, so it is no valid picture. */
  function broken(address: string) {
    if (address !== preview) return;
    setChosen(null);
    setProblem(pictureTexts.damaged);
  }

  /** False if the chosen file is no picture; then the field gets the focus. */
  function mayBeSaved(): boolean {
    const isRefused = problem !== null && chosen === null;
    if (isRefused) focusInput();
    return !isRefused;
  }

  function focusInput() {
    openAround(input);
    input?.focus();
  }

  async function upload(userId: string): Promise<boolean> {
    if (chosen === null) return true;
    setProblem(null);
    const file = await fitPicture(chosen.file);
    if (isTooLarge(file)) return fail(pictureTexts.tooLarge);
    const outcome = await send({ file, body: { userId } });
    if (!outcome.ok) return outcome.error === null ? false : fail(adviceIn(outcome.error));
    if (userId === currentSession()?.userId) changeOwnPicture(outcome.data);
    empty(input);
    setChosen(null);
    return true;
  }

  function fail(message: string): false {
    setProblem(message);
    focusInput();
    return false;
  }

  return {
    setInput,
    shown: preview ?? stored,
    isChosen: chosen !== null,
    problem,
    uploading: busy,
    choose,
    undo,
    broken,
    mayBeSaved,
    upload,
  };
}

export type Picture = ReturnType<typeof usePicture>;

/** Allows the same file to be chosen again. */
function empty(input: HTMLInputElement | null): void {
  if (input) input.value = '';
}

/** The sentence of product-rules 16.12, then the server's advice. */
function adviceIn({ errors, message }: ApiError): string {
  return errors.at(-1)?.message ?? message;
}

/** Pictures are shown at 80 pixels, so larger ones are not uploaded. */
const enoughPixels = 1024;

const slowFrom = 1024 * 1024;

const acceptedTypes = new Set<string>(pictureTypes);

/** Checks a file's type and size before uploading; null if valid. */
function problemWithFile({ name, type, size }: File): string | null {
  if (type === 'image/svg+xml') return pictureTexts.svg;
  if (/^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)) return pictureTexts.heic;
  // Some phones report no type.
  if (type !== '' && !acceptedTypes.has(type)) return pictureTexts.wrongType;
  return size === 0 ? pictureTexts.damaged : null;
}

/** Shrinks phone photos, which are larger than the server accepts. */
async function fitPicture(file: File): Promise<File> {
  if (file.size < slowFrom) return file;
  const smaller = await shrink(file).catch(() => null);
  return smaller === null || smaller.size > file.size ? file : smaller;
}

function isTooLarge(file: File): boolean {
  return file.size > largestPicture;
}

async function shrink(file: File): Promise<File | null> {
  const bitmap = await createImageBitmap(file);
  const scale = Math.min(1, enoughPixels / Math.min(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(bitmap.width * scale));
  canvas.height = Math.max(1, Math.round(bitmap.height * scale));
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const blob = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, 'image/webp', 0.9);
  });
  return blob && new File([blob], 'picture', { type: blob.type });
}
