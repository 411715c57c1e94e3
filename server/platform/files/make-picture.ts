import type { Sharp } from 'sharp';
import { logoPixels } from '#contract/company-info/logo.ts';
import { picturePixels, pictureTexts } from '#contract/files.ts';
import { openTurns } from '../concurrency/turns.ts';

/** More pixels would cost memory. Current phones stay below this limit. */
const mostPixels = 40_000_000;

/** An interlaced or progressive picture, or one of 16 bits, is in the memory as a whole while it is decoded. */
const mostPixelsWhole = 16_000_000;
const patienceSeconds = 15;

/** The bytes of a picture, read in its turn: those that wait take no memory. */
export type ReadPicture = () => Promise<Buffer>;

/** A decoder takes a core, and much memory. */
const inTurn = openTurns({ atOnce: 1, mostWaiting: 40 });

/** The error message for the user who chose the picture. */
export class BadPicture extends Error {}

/**
 * Re-encodes the picture as a small, square, upright WebP. Only the pixels are preserved, so the
 * result has no location data and no scripts. product-rules 10.5.
 */
export async function makePicture(read: ReadPicture, userId = ''): Promise<Buffer> {
  const { data } = await inTurn(userId, async () =>
    encodeAgain(await read(), (picture) =>
      picture.resize(picturePixels, picturePixels, { fit: 'cover' }).webp({ quality: 82 }),
    ),
  );
  return data;
}

/**
 * Re-encodes a logo as PNG, which mail programs and PDFs can show, on white, so that it can be read
 * on any background. Its proportions stay.
 */
export async function makeLogo(read: ReadPicture, userId = '') {
  const { data, info } = await inTurn(userId, async () =>
    encodeAgain(await read(), (picture) =>
      picture
        .resize({ ...logoPixels, fit: 'inside', withoutEnlargement: true })
        .flatten({ background: '#ffffff' })
        .png({ palette: true }),
    ),
  );
  return { bytes: data, width: info.width, height: info.height };
}

async function encodeAgain(bytes: Buffer, shape: (picture: Sharp) => Sharp) {
  refuseOtherTypes(bytes);
  const sharp = await (library ??= loadSharp());
  try {
    const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error' });
    // Reads the header only.
    const { width, height, isProgressive, depth } = await picture.metadata();
    const isWhole = isProgressive || (depth !== 'uchar' && depth !== 'char');
    if (isWhole && width * height > mostPixelsWhole) {
      throw new BadPicture(pictureTexts.tooManyPixels);
    }
    const upright = picture.timeout({ seconds: patienceSeconds }).autoOrient();
    return await shape(upright).toBuffer({ resolveWithObject: true });
  } catch (error) {
    if (error instanceof BadPicture) throw error;
    const isTooLarge = (error as Error).message.includes('pixel limit');
    throw new BadPicture(isTooLarge ? pictureTexts.tooManyPixels : pictureTexts.damaged);
  }
}

let library: ReturnType<typeof loadSharp> | undefined;

/** Loaded with the first picture: the library takes 10 MB, and pictures are rare. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // Disables all decoders of the library except these four.
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
  // The other cores are for requests.
  sharp.concurrency(1);
  return sharp;
}

/** The first bytes of the four formats. */
const beginnings = ['\u00ff\u00d8\u00ff', '\u0089PNG\r\n\u001a\n', 'GIF87a', 'GIF89a'];

/** Checks the first bytes and ignores the name and the declared type. */
function refuseOtherTypes(bytes: Buffer): void {
  const start = bytes.subarray(0, 4096).toString('latin1');
  if (beginnings.some((beginning) => start.startsWith(beginning))) return;
  if (/^RIFF....WEBP/s.test(start)) return;
  if (/^....ftyp(hei|hev|mif1|msf1)/s.test(start)) throw new BadPicture(pictureTexts.heic);
  if (/<svg[\s>]/i.test(start)) throw new BadPicture(pictureTexts.svg);
  throw new BadPicture(pictureTexts.wrongType);
}
