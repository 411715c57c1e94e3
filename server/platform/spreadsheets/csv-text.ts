import { badFileTexts } from '#contract/imports/file-texts.ts';
import { BadFileError } from './bad-file.ts';
import type { FileSettings } from './file-settings.ts';
import { type FileSource, piecesOf } from './file-source.ts';

type Encoding = NonNullable<FileSettings['encoding']>;

/** UTF-8 if the whole file fits it: text of Windows with an accent hardly ever does. */
export async function findEncoding(source: FileSource): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let isStart = true;
  try {
    for await (const chunk of piecesOf(source)) {
      if (isStart && isUtf16(chunk)) return 'utf-16le';
      isStart = false;
      decoder.decode(chunk, { stream: true });
    }
    decoder.decode();
    return 'utf-8';
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252';
    throw error;
  }
}

/** A byte order mark, or text in the Latin alphabet without one. */
export function isUtf16(chunk: Buffer): boolean {
  if (chunk[0] === 0xff && chunk[1] === 0xfe) return true;
  const start = chunk.subarray(0, 200);
  const zeros = start.filter((byte, index) => byte === 0 && index % 2 === 1).length;
  return zeros > start.length / 4 && !start.some((byte, index) => byte === 0 && index % 2 === 0);
}

/** The text in pieces, without a byte order mark. */
export async function* decodeFile(source: FileSource, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let lines = 1;
  try {
    for await (const chunk of piecesOf(source)) {
      const text = decoder.decode(chunk, { stream: true });
      lines += text.split('\n').length - 1;
      yield text;
    }
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new BadFileError(badFileTexts.wrongEncoding(lines), { cause: error });
  }
}
