/** Smaller files are sent as they are. Bytes. */
const smallEnough = 1_000_000;
/** Pixels of the longer side: enough to read a photo of a page. */
const longest = 2400;
const quality = 0.85;

/**
 * A photo of a phone is several megabytes, which a slow network does not carry in time. Without the
 * place where it was taken, too. A picture that this browser cannot open is sent as it is.
 */
export async function shrinkPicture(file: File): Promise<File> {
  if (!file.type.startsWith('image/') || file.size <= smallEnough) return file;
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, longest / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const content = await new Promise<Blob | null>((made) => {
      canvas.toBlob(made, 'image/jpeg', quality);
    });
    if (content === null || content.size >= file.size) return file;
    return new File([content], 'picture.jpg', { type: content.type });
  } catch {
    return file;
  }
}
