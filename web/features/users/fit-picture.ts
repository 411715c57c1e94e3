import { largestPicture, pictureTexts, pictureTypes } from '#contract/files.ts';

/** Nothing is gained by sending more: it is shown at 80 pixels. */
const enoughPixels = 1024;
const slowFrom = 1024 * 1024;

const known = new Set<string>(pictureTypes);

/** What can be said of a file by its type alone, before it is sent; null when nothing is wrong. */
export function problemWithFile({ name, type, size }: File): string | null {
  if (type === 'image/svg+xml') return pictureTexts.svg;
  if (/^image\/hei[cf]/.test(type) || /\.hei[cf]$/i.test(name)) return pictureTexts.heic;
  // Some phones do not say what it is.
  if (type !== '' && !known.has(type)) return pictureTexts.wrongType;
  return size === 0 ? pictureTexts.damaged : null;
}

/** The photos of phones are larger than the server takes, or than a slow line carries: made smaller. */
export async function fitPicture(file: File): Promise<File> {
  if (file.size < slowFrom) return file;
  const smaller = await shrink(file).catch(() => null);
  return smaller === null || smaller.size > file.size ? file : smaller;
}

export function isTooLarge(file: File): boolean {
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
