import sharp from 'sharp';
import { picturePixels, pictureTexts } from '#contract/files.ts';

/** More would cost memory; the cameras of today stay below. */
const mostPixels = 64_000_000;
const patienceSeconds = 15;

// Of the many formats that the library reads only these four are left: the others never run.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
  ],
});
sharp.cache(false);

/** What is wrong with the picture, in words for whoever chose it. */
export class BadPicture extends Error {}

/**
 * The picture anew, square, upright and small, as WebP: of what came nothing is kept but the pixels,
 * so neither places nor scripts come along. product-rules 10.5.
 */
export async function makePicture(bytes: Buffer): Promise<Buffer> {
  refuseOtherTypes(bytes);
  try {
    return await sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' })
      .timeout({ seconds: patienceSeconds })
      .autoOrient()
      .resize(picturePixels, picturePixels, { fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer();
  } catch (error) {
    const isTooLarge = (error as Error).message.includes('pixel limit');
    throw new BadPicture(isTooLarge ? pictureTexts.tooManyPixels : pictureTexts.damaged);
  }
}

/** How files of the four formats begin. */
const beginnings = ['\u00ff\u00d8\u00ff', '\u0089PNG\r\n\u001a\n', 'GIF87a', 'GIF89a'];

/** Judged by the first bytes, whatever the name and the sender's type say. */
function refuseOtherTypes(bytes: Buffer): void {
  const start = bytes.subarray(0, 4096).toString('latin1');
  if (beginnings.some((beginning) => start.startsWith(beginning))) return;
  if (/^RIFF....WEBP/s.test(start)) return;
  if (/^....ftyp(hei|hev|mif1|msf1)/s.test(start)) throw new BadPicture(pictureTexts.heic);
  if (/<svg[\s>]/i.test(start)) throw new BadPicture(pictureTexts.svg);
  throw new BadPicture(pictureTexts.wrongType);
}
