/**
 * The part of the tar format (POSIX ustar) that an archive needs: plain files with short names. Any tar
 * program can open it. The reader accepts nothing else, so that damage is not mistaken for content.
 */

const block = 512;
/** Entries are read into memory one at a time. */
const largestEntry = 16 * 2 ** 20;

export interface TarEntry {
  name: string;
  body: Buffer;
}

/** The input ended before the archive did. */
export class TarCut extends Error {}

/** The bytes of one file. */
export function tarEntry(name: string, body: Buffer, at: Date): Buffer[] {
  const padding = Buffer.alloc((block - (body.length % block)) % block);
  return [headerOf(name, body.length, at), body, padding];
}

/** What every tar file ends with. */
export const tarEnd = Buffer.alloc(2 * block);

function headerOf(name: string, size: number, at: Date): Buffer {
  const header = Buffer.alloc(block);
  const seconds = Math.floor(at.getTime() / 1000);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`;
  if (Buffer.byteLength(name) > 99) throw new Error(`The name ${name} is too long for an archive.`);
  header.write(name, 0);
  header.write(octal(0o600, 7), 100);
  header.write(octal(0, 7), 108);
  header.write(octal(0, 7), 116);
  header.write(octal(size, 11), 124);
  header.write(octal(seconds, 11), 136);
  header.write('0', 156);
  header.write('ustar\x0000', 257, 'latin1');
  header.write(`${octal(sumOf(header), 6)} `, 148);
  return header;
}

/** The sum of all bytes, with the field of the sum itself as spaces. */
function sumOf(header: Buffer): number {
  let sum = 8 * 32;
  for (const [at, byte] of header.entries()) if (at < 148 || at >= 156) sum += byte;
  return sum;
}

/** The files of a tar stream, one at a time. Throws if it is damaged, cut, or goes on after its end. */
export async function* readTar(source: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const bytes = takeFrom(source);
  try {
    for (;;) {
      const header = await bytes.take(block);
      if (header.equals(tarEnd.subarray(block))) break;
      const { name, size } = read(header);
      const body = await bytes.take(size);
      await bytes.take((block - (size % block)) % block);
      yield { name, body };
    }
    const rest = await bytes.take(block);
    if (!rest.equals(tarEnd.subarray(block)) || !(await bytes.isAtEnd())) {
      throw new Error('bytes after the end');
    }
  } finally {
    await bytes.close();
  }
}

function read(header: Buffer): { name: string; size: number } {
  const text = (from: number, to: number) =>
    header.toString('utf8', from, to).replace(/\0.*$/s, '');
  const number = (from: number, to: number) => Number.parseInt(text(from, to), 8);
  const size = number(124, 136);
  const isOurs = text(257, 263) === 'ustar' && header[156] === 0x30;
  if (!isOurs || number(148, 156) !== sumOf(header) || !(size >= 0 && size <= largestEntry)) {
    throw new Error('not a header of a tar file');
  }
  return { name: text(0, 100), size };
}

/** Takes exact numbers of bytes from a stream of chunks. */
function takeFrom(source: AsyncIterable<Buffer>) {
  const chunks = source[Symbol.asyncIterator]();
  let left: Buffer = Buffer.alloc(0);

  async function take(size: number): Promise<Buffer> {
    const parts = [left];
    let length = left.length;
    while (length < size) {
      const next = await chunks.next();
      if (next.done === true) throw new TarCut('the archive ends too early');
      parts.push(next.value);
      length += next.value.length;
    }
    const joined = parts.length === 1 ? left : Buffer.concat(parts, length);
    left = joined.subarray(size);
    return joined.subarray(0, size);
  }

  /** Reading to the end also makes the decompressor compare its checksum. */
  async function isAtEnd(): Promise<boolean> {
    return left.length === 0 && (await chunks.next()).done === true;
  }
  /** Otherwise the file stays open after an error. */
  async function close(): Promise<void> {
    await chunks.return?.();
  }
  return { take, isAtEnd, close };
}
