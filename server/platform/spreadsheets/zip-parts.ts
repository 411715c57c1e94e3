import type { Readable } from 'node:stream';
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl';
import { badFileTexts } from '#contract/imports/file-texts.ts';
import { BadFileError } from './bad-file.ts';
import type { FileSource } from './file-source.ts';

/** Bytes of one part when it is unpacked. 20,000 rows of 100 numbers take about 80 MB. */
const largestPart = 128 * 1024 * 1024;
/** Bytes of a part that stays in memory. */
export const largestInMemory = 32 * 1024 * 1024;
/** Bytes of all parts together. */
const largestZip = 256 * 1024 * 1024;
const mostParts = 5000;

export interface ZipParts {
  has(name: string): boolean;
  names(): string[];
  /** Bytes of the unpacked part, in pieces. The size is known and bounded before any of it is unpacked. */
  read(name: string, largest?: number): AsyncGenerator<Buffer>;
  close(): void;
}

/** A zip that is cut or damaged is a `BadFileError`, also later, when a part is read. */
export async function openZip(source: FileSource): Promise<ZipParts> {
  const zip = await sayingDamaged(openSource(source));
  try {
    const entries = await sayingDamaged(entriesOf(zip));
    return {
      has: (name) => entries.has(name.toLowerCase()),
      names: () => [...entries.keys()],
      read: (name, largest = largestPart) =>
        readPart(zip, entries.get(name.toLowerCase()), largest),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

function openSource(source: FileSource): Promise<ZipFile> {
  return typeof source === 'string'
    ? openPromise(source, { autoClose: false })
    : fromBufferPromise(source);
}

/** By name in small letters: programs differ in the case of names. */
async function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  if (zip.entryCount > mostParts) throw new BadFileError(badFileTexts.tooLargeUnpacked);
  const entries = new Map<string, Entry>();
  let size = 0;
  for await (const entry of zip.eachEntry()) {
    entries.set(entry.fileName.toLowerCase(), entry);
    size += entry.uncompressedSize;
    if (size > largestZip) throw new BadFileError(badFileTexts.tooLargeUnpacked);
  }
  return entries;
}

async function* readPart(
  zip: ZipFile,
  entry: Entry | undefined,
  largest: number,
): AsyncGenerator<Buffer> {
  if (entry === undefined) throw new BadFileError(badFileTexts.damaged);
  if (entry.uncompressedSize > largest) throw new BadFileError(badFileTexts.tooLargeUnpacked);
  const stream: Readable = await sayingDamaged(zip.openReadStreamPromise(entry));
  try {
    const chunks: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]();
    // The stream fails if it has more or fewer bytes than the entry says.
    for (;;) {
      const next = await sayingDamaged(chunks.next());
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    stream.destroy();
  }
}

async function sayingDamaged<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof BadFileError) throw error;
    throw new BadFileError(badFileTexts.damaged, { cause: error });
  }
}
