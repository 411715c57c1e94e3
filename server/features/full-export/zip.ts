import { pipeline, Readable } from 'node:stream';
import { crc32, createDeflateRaw } from 'node:zlib';

export interface ZipEntry {
  name: string;
  /** Text in pieces. */
  chunks: () => Iterable<string> | AsyncIterable<string>;
}

/** Larger ones would need the Zip64 format, which not every program opens. */
const largest = 2 ** 32 - 1;

/** Little is saved by more effort. */
const compression = { level: 3 };

/**
 * Writes a zip in pieces, so that it is never in memory as a whole. Sizes follow the content of an entry, and
 * the directory comes last: a file that is cut off is no zip.
 */
export async function* writeZip(entries: ZipEntry[], at: Date): AsyncGenerator<Buffer, void> {
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, chunks } of entries) {
    const path = Buffer.from(name);
    const head = headOf(path, at);
    const start = offset;
    yield Buffer.concat([numbers([4, 0x04034b50]), head, path]);
    offset += 4 + head.length + path.length;
    const sizes = { crc: 0, packed: 0, unpacked: 0 };
    const deflate = createDeflateRaw(compression);
    pipeline(Readable.from(measured(chunks(), sizes)), deflate, () => {});
    for await (const piece of deflate as AsyncIterable<Buffer>) {
      sizes.packed += piece.length;
      yield piece;
    }
    const { crc, packed, unpacked } = sizes;
    yield numbers([4, 0x08074b50], [4, crc], [4, packed], [4, unpacked]);
    offset += packed + 16;
    if (Math.max(offset, unpacked) > largest) throw new Error('The export is larger than 4 GB.');
    head.writeUInt32LE(crc, 10);
    head.writeUInt32LE(packed, 14);
    head.writeUInt32LE(unpacked, 18);
    const rest = numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, start]);
    directory.push(Buffer.concat([numbers([4, 0x02014b50], [2, 20]), head, rest, path]));
  }
  const { length } = Buffer.concat(directory);
  const count = directory.length;
  const end = numbers(
    [4, 0x06054b50],
    [4, 0],
    [2, count],
    [2, count],
    [4, length],
    [4, offset],
    [2, 0],
  );
  yield Buffer.concat([...directory, end]);
}

/** What both heads of an entry share. Bits 3 and 11: sizes follow the content, and the name is UTF-8. */
function headOf(path: Buffer, at: Date): Buffer {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5);
  const date =
    ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const noSizes: [number, number][] = [
    [4, 0],
    [4, 0],
    [4, 0],
  ];
  return numbers(
    [2, 20],
    [2, 0x0808],
    [2, 8],
    [2, time],
    [2, date],
    ...noSizes,
    [2, path.length],
    [2, 0],
  );
}

async function* measured(
  chunks: Iterable<string> | AsyncIterable<string>,
  sizes: { crc: number; unpacked: number },
) {
  for await (const chunk of chunks) {
    const bytes = Buffer.from(chunk);
    sizes.crc = crc32(bytes, sizes.crc);
    sizes.unpacked += bytes.length;
    yield bytes;
  }
}

/** Numbers one after the other, each with its length in bytes. */
function numbers(...values: [bytes: number, value: number][]): Buffer {
  return Buffer.concat(
    values.map(([bytes, value]) => {
      const buffer = Buffer.alloc(bytes);
      buffer.writeUIntLE(value, 0, bytes);
      return buffer;
    }),
  );
}
