import { useEffect, useState } from 'react';
import {
  largestPicture,
  pictureTexts,
  pictureTypes,
  uploadProfilePicture,
} from '#contract/files.ts';
import type { ApiError } from '#web/api/api-error.ts';
import { useCall } from '#web/api/use-call.ts';
import { changeOwnPicture, currentSession } from '#web/session/session.ts';

interface Chosen {
  file: File;
  /** Where the browser shows it from before anyone else has it. */
  preview: string;
}

/**
 * A picture that is chosen now and uploaded when the form is saved. `kept` is the path of the one that
 * the user has; ask `mayBeSaved` before saving, and `upload` after it, which answers whether it went well.
 */
export function usePicture(kept: string) {
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

  /** The browser could not show it, so nobody could. */
  function broken(address: string) {
    if (address !== preview) return;
    setChosen(null);
    setProblem(pictureTexts.damaged);
  }

  /** Not while what was chosen is no picture: the focus goes there. */
  function mayBeSaved(): boolean {
    const isRefused = problem !== null && chosen === null;
    if (isRefused) input?.focus();
    return !isRefused;
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
    input?.focus();
    return false;
  }

  return {
    setInput,
    shown: preview ?? kept,
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

/** So that the same file can be chosen again. */
function empty(input: HTMLInputElement | null): void {
  if (input) input.value = '';
}

/** The server's second sentence says what to do; the first is the specification's. */
function adviceIn({ errors, message }: ApiError): string {
  return errors.at(-1)?.message ?? message;
}

/** Nothing is gained by sending more: it is shown at 80 pixels. */
const enoughPixels = 1024;

const slowFrom = 1024 * 1024;

const known = new Set<string>(pictureTypes);

/** What can be said of a file by its type alone, before it is sent; null when nothing is wrong. */
function problemWithFile({ name, type, size }: File): string | null {
  if (type === 'image/svg+xml') return pictureTexts.svg;
  if (/^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)) return pictureTexts.heic;
  // Some phones do not say what it is.
  if (type !== '' && !known.has(type)) return pictureTexts.wrongType;
  return size === 0 ? pictureTexts.damaged : null;
}

/** The photos of phones are larger than the server takes, or than a slow line carries: made smaller. */
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
